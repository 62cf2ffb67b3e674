// SPDX-License-Identifier: MIT
// The cost of an addition of the interference loop on an undisturbed core.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace og::bench {

// Keeps the minimum of many costs, but ignores the lowest 0.4 %: one in `samples_for_one`. When cycles are
// derived from the time-stamp counter, one calibration in some hundreds is itself disturbed and makes the
// core look a few percent too fast. Measured against it every valid sample would be refused.
class UndisturbedCost {
public:
    void add(double cost) {
        count_++;
        least_.insert(std::upper_bound(least_.begin(), least_.end(), cost), cost);
        if (least_.size() > most) least_.pop_back();
    }

    // Returns infinity before the first cost.
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
