// SPDX-License-Identifier: MIT
// Makes the order file that the dispatch reads (see og_default_order) from measurements.
#pragma once

#include "cost_model.hpp"
#include "reports/report.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace og::bench {

// The sizes in bytes that `oldguard tune` times. The costs at all others follow from them (cost_model.hpp).
inline constexpr std::size_t tune_sizes[] = {64, 256, 1024, 2048, 4096, 6144, 16384};

// A kernel and a range of sizes in bytes.
struct OrderLine {
    static constexpr std::size_t no_limit = SIZE_MAX;

    std::string stem;
    std::size_t from = 0, to = no_limit;
    double cpb = 0;       // Cost::cpb
    std::string lengths;  // "/short" or "/long": the messages of an operation that distinguishes them; or ""

    bool contains(std::size_t size) const { return from <= size && size <= to; }
    std::string range() const;  // "FROM" or "FROM-TO" with the lengths, as og_set_order reads it
};

// Sorts kernels by their cost at the largest size, the best first. The sizes are those by which the library
// chooses (Operation::choice_size). A kernel has a line for each run of
// sizes at which no later kernel is faster by `tie` or more. A line extends from the first to the
// last size of its run. The run of the largest size has no upper limit, and one of the smallest size starts
// at 0. The last kernel serves all remaining sizes. Returns no line if the sizes then fall into more classes
// than the library has.
std::vector<OrderLine> order_of(std::vector<Cost> costs, const std::vector<std::size_t> &sizes);

struct Order {
    std::string op;
    std::vector<OrderLine> lines;
    bool has_gaps = false;  // order_of returned no line for some lengths or all: there are no lines
};

// Returns the order of each operation of a report. Every row of the report must be a kernel's. The limits
// between kernels are those of cost_model.hpp: no size, timed or not, costs over `tie` more than with the
// best kernel. An operation with lanes has "one-by-one" among its kernels if the report times the operation
// on one message (Operation::alone), and one order for short messages and one for long.
std::vector<Order> orders_of(const Report &report);

// Returns the whole file: comments, "for MACHINE VERSION", then lines "op stem from-bytes cycles-per-byte".
// orders: of the report.
std::string order_file(const Report &report, const std::vector<Order> &orders);

// Returns the kernel that currently serves an operation at a size in bytes, or "".
using Serving = std::function<std::string(const std::string &op, std::size_t size)>;

// Says what the orders of a report change: a line for each operation and size at which the measured order
// takes a kernel that is faster than the current one by more than `tie`, or one that there is none. A line
// for each operation whose order has gaps follows, and says what serves there.
std::vector<std::string> remarks(const Report &report, const std::vector<Order> &orders,
                                 const Serving &before);

// Names the rows without reliable figures, which would make the order a guess.
std::vector<std::string> unreliable_rows(const Report &report);

}  // namespace og::bench
