// SPDX-License-Identifier: MIT
// The cost of kernels at every size, from the sizes that were timed.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace og::bench {

// The cost of a call of one kernel at each of some sizes.
struct Cost {
    std::string stem;
    std::size_t min_size = 0;    // bytes, from the catalogue
    std::vector<double> cycles;  // per call, in the order of the sizes; infinite if the kernel was not timed
    double cpb = 0;              // per byte, at the largest size that was timed
};

// A kernel at the sizes at which it was timed.
struct Timings {
    std::string stem;
    std::size_t min_size = 0;              // bytes, from the catalogue
    std::size_t batch = 0;                 // bytes that it processes at a time; 0: any number
    std::map<std::size_t, double> cycles;  // of a call, by size
};

// Returns the cycles of a call on size bytes. A kernel with batches takes whole ones: between two sizes that
// were timed, and beyond them, the cost is on the straight line through the numbers of batches, of another
// kernel through the sizes.
double cycles_at(const Timings &timings, std::size_t size);

// Returns the costs at every multiple of step up to `most` bytes.
std::vector<Cost> costs_at_every_size(const std::vector<Timings> &kernels, std::size_t step,
                                      std::size_t most);

// Returns the costs of 1 to `most` messages, each of which counts `step` bytes. Where a kernel has fewer
// lanes than there are messages, the best kernels serve the rest. So does the dispatch.
std::vector<Cost> costs_of_every_number(const std::vector<Timings> &kernels, std::size_t step,
                                        std::size_t most);

}  // namespace og::bench
