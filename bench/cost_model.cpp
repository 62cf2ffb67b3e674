// SPDX-License-Identifier: MIT
#include "cost_model.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace og::bench {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Returns the value at x of the straight lines through points, whose first and last line have no end. One
// point: of the line through it and zero. At least the fraction of the first point that belongs to x.
double on_lines(const std::map<double, double> &points, double x) {
    if (points.empty()) return never;
    const auto first = points.begin();
    if (points.size() == 1) return first->second * x / first->first;
    auto above = points.lower_bound(x);
    if (above == points.begin()) ++above;
    if (above == points.end()) --above;
    const auto below = std::prev(above);
    const double slope = (above->second - below->second) / (above->first - below->first);
    const double value = below->second + slope * (x - below->first);
    return x < first->first ? std::max(value, first->second * x / first->first) : value;
}

double batches(std::size_t size, std::size_t batch) {
    return static_cast<double>((size + batch - 1) / batch);
}

}  // namespace

double cycles_at(const Timings &timings, std::size_t size) {
    if (const auto timed = timings.cycles.find(size); timed != timings.cycles.end()) return timed->second;
    std::map<double, double> points;
    for (const auto &[at, cycles] : timings.cycles)  // of equal batches the fullest
        points[timings.batch ? batches(at, timings.batch) : static_cast<double>(at)] = cycles;
    return on_lines(points, timings.batch ? batches(size, timings.batch) : static_cast<double>(size));
}

std::vector<Cost> costs_at_every_size(const std::vector<Timings> &kernels, std::size_t step,
                                      std::size_t most) {
    std::vector<Cost> costs;
    for (const Timings &kernel : kernels) {
        Cost &cost = costs.emplace_back();
        cost.stem = kernel.stem;
        cost.min_size = kernel.min_size;
        for (std::size_t size = step; size <= most; size += step)
            cost.cycles.push_back(cycles_at(kernel, size));
    }
    return costs;
}

std::vector<Cost> costs_of_every_number(const std::vector<Timings> &kernels, std::size_t step,
                                        std::size_t most) {
    std::vector<Cost> costs;
    for (const Timings &kernel : kernels) costs.push_back({kernel.stem, kernel.min_size, {}, 0});
    std::vector<double> best{0};  // by the number of messages
    for (std::size_t size = step; size <= most; size += step) {
        double least = never;
        for (std::size_t i = 0; i < kernels.size(); i++) {
            const std::size_t taken = std::min(std::max(kernels[i].batch, step), size);
            const double cycles = cycles_at(kernels[i], taken) + best[(size - taken) / step];
            costs[i].cycles.push_back(cycles);
            if (size >= kernels[i].min_size) least = std::min(least, cycles);
        }
        best.push_back(least);
    }
    return costs;
}

}  // namespace og::bench
