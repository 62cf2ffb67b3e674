// SPDX-License-Identifier: MIT
// Shares a budget of seconds among many rows. Samples all of them repeatedly, in random order.
#pragma once

#include "meter.hpp"
#include "progress.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace og::bench {

// The figures computed from the samples of a row.
struct Figure {
    double cycles_min = 0;  // per call
    double cycles_median = 0;
    std::vector<double> cycles;  // per call, of each sample that counts, in order of time
    std::size_t accepted = 0;    // samples that count
    std::size_t rejected = 0;    // samples that the interference check refused
    bool noisy =
        false;  // fewer than Series::trusted accepted; if none, the figures are those of the rejected
};

// A row that is being sampled.
struct Series {
    std::unique_ptr<Work> work;
    std::size_t calls = 0;  // per sample
    std::vector<Sample> samples;
    std::string too_slow;  // why the row is not timed, or empty
    double growth = 0;     // the work of a call divided by that of the previous row's; 0: a different work
    std::size_t want = 0;  // accepted samples aimed at

    // The accepted samples below which a figure is noisy.
    static constexpr std::size_t trusted = 3;
};

struct Sampling {
    double budget = 60;         // seconds for all rows; afterwards only rows with too few samples are sampled
    std::uint64_t seed = 1;     // of the order
    std::size_t want = 40;      // accepted samples per row, where the budget allows
    std::size_t passes = 8;     // passes over all rows that the samples are spread over, at least
    double sample_ns = 40e3;    // length of a sample, unless one call is longer
    double longest_call = 0.1;  // seconds of processor time; rows with longer calls are not timed
};

// Takes the samples and stores them in the series. If the interference check refuses every sample, the
// undisturbed cost may come from a disturbed calibration: everything is sampled once more with a new one.
void take_samples(std::vector<Series> &rows, Meter &meter, const Sampling &plan, Progress &progress);

// Computes the figures of a series. The meter judges its samples by the undisturbed cost of the whole run.
Figure summarise(const Series &row, const Meter &meter);

// Computes figures from samples. accepted[i] is the verdict on samples[i].
Figure summarise(const std::vector<Sample> &samples, const std::vector<bool> &accepted, std::size_t calls);

// Returns the number of samples of each row, so that all together cost at most `seconds`. The most expensive
// rows lose samples first, and no row gets fewer than Series::trusted. cost: seconds of one sample of each
// row. want: the samples of every row if the time suffices.
std::vector<std::size_t> share_budget(const std::vector<double> &cost, std::size_t want, double seconds);

// Returns the median core clock of the accepted samples in Hz, 0 if there are none.
double core_hz(const std::vector<Series> &rows, const Meter &meter);

// Returns the median: for an even number of values the mean of the middle two, for no values 0.
double median(std::vector<double> values);

}  // namespace og::bench
