// SPDX-License-Identifier: MIT
// The speed of an undisturbed core, as the looks beside the samples show it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace og::bench {

// Keeps the least look but for one in `samples_for_one`. Where cycles are derived from the time-stamp
// counter, one look in some hundreds is itself disturbed and makes the core seem a few percent too fast.
// Measured against it every valid sample would be refused.
class UndisturbedCost {
public:
    void add(double cost) {
        count_++;
        least_.insert(std::upper_bound(least_.begin(), least_.end(), cost), cost);
        if (least_.size() > most) least_.pop_back();
    }
    double value() const {
        return least_.empty() ? std::numeric_limits<double>::infinity()
                              : least_[std::min(count_ / samples_for_one, least_.size() - 1)];
    }

private:
    static constexpr std::size_t most = 1024, samples_for_one = 250;  // one in 250 of 256,000 looks
    std::size_t count_ = 0;
    std::vector<double> least_;  // ascending
};

}  // namespace og::bench
