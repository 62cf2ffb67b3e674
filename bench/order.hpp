// SPDX-License-Identifier: MIT
// From measurements to the order file that the dispatch reads (see og_default_order).
#pragma once

#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// One kernel's cost of a call at each of the sizes measured.
struct Cost {
    std::string stem;
    std::size_t min_size = 0;    // bytes, from the catalogue
    std::vector<double> cycles;  // per call, in the order of the sizes; infinite: far too slow
};

struct OrderLine {
    std::string stem;
    std::size_t from = 0;  // bytes
    double cpb = 0;        // at the largest size that was timed
};

// Best at the largest size first. A kernel's `from` is the least size from which on none behind it
// is faster; differences below `tie` count as none. The last one serves everything that is left.
inline constexpr double tie = 1.02;
std::vector<OrderLine> order_of(std::vector<Cost> costs, const std::vector<std::size_t> &sizes);

// The whole file: a comment header, then "op stem from-bytes cycles-per-byte". Every row of the
// report must be a kernel's.
std::string order_file(const Report &report);

// Rows that would make a guess of the order: the noisy ones, with what is wrong.
std::vector<std::string> unreliable_rows(const Report &report);

}  // namespace og::bench
