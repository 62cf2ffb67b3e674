// SPDX-License-Identifier: MIT
// The speed of an undisturbed core, as the looks beside the samples show it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace og::bench {

// Not simply the least ever seen: where cycles are counted by a ruler, one look in some hundreds
// finds the ruler disturbed and the core too fast by a few percent, and against that one every
// honest sample would look slow. One look in `looks_for_one` may be wrong so.
class BestGate {
public:
    void add(double gate) {
        count_++;
        least_.insert(std::upper_bound(least_.begin(), least_.end(), gate), gate);
        if (least_.size() > most)
            least_.pop_back();
    }
    double value() const {
        return least_.empty() ? std::numeric_limits<double>::infinity()
                              : least_[std::min(count_ / looks_for_one, least_.size() - 1)];
    }

private:
    static constexpr std::size_t most = 1024, looks_for_one = 250;  // one in 250 of 256,000 looks
    std::size_t count_ = 0;
    std::vector<double> least_;  // ascending
};

}  // namespace og::bench
