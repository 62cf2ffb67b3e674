// SPDX-License-Identifier: MIT
// From measurements to the order file that the dispatch reads (see og_default_order).
#pragma once

#include "reports/report.hpp"

#include <functional>
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
std::vector<OrderLine> order_of(std::vector<Cost> costs, const std::vector<std::size_t> &sizes);

struct Order {
    std::string op;
    std::vector<OrderLine> lines;
};

// Of each operation of the report, all of whose rows must be kernels'.
std::vector<Order> orders_of(const Report &report);

// Which kernel serves an operation at a size, in bytes, as things stand; "" when none.
using Serving = std::function<std::string(const std::string &op, std::size_t size)>;

// Where the order measured takes a faster kernel than the one that serves now: a line for each
// operation and size. Differences below `tie` are none.
std::vector<std::string> changes(const Report &report, const Serving &before);

// The whole file: a comment header, "for MACHINE VERSION", then "op stem from-bytes cycles-per-byte". Every
// row of the report must be a kernel's.
std::string order_file(const Report &report);

// Rows that would make a guess of the order: the noisy ones, with what is wrong.
std::vector<std::string> unreliable_rows(const Report &report);

}  // namespace og::bench
