// SPDX-License-Identifier: MIT
// Shares a budget of seconds among many rows: all of them again and again, in random order.
#pragma once

#include "../progress.hpp"
#include "meter.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace og::bench {

// What a row's samples come to.
struct Figure {
    double cycles_min = 0;  // per call
    double cycles_median = 0;
    std::vector<double> cycles;  // per call, of each sample behind the figures, in order of time
    std::size_t accepted = 0;    // samples behind the figures
    std::size_t rejected = 0;    // samples that the interference check refused
    bool noisy = false;          // too few accepted to trust them; none: the figures of the rejected
};

// One row in the making.
struct Series {
    std::unique_ptr<Work> work;
    std::size_t calls = 0;  // per sample
    std::vector<Sample> samples;
    std::string too_slow;  // why the row is not timed, or empty
    double growth = 0;     // a call does the work of the row before this many times; 0: it does other work
    std::size_t want = 0;  // accepted samples aimed at

    // The least that makes a figure trustworthy.
    static constexpr std::size_t trusted = 3;
};

struct Sampling {
    double budget = 60;         // seconds for everything, after which no row is sampled again
    std::uint64_t seed = 1;     // of the order
    std::size_t want = 40;      // accepted samples per row, where the budget allows
    std::size_t passes = 8;     // they are spread over at least so many passes
    double sample_ns = 40e3;    // length of a sample, where a call is not longer
    double longest_call = 0.1;  // seconds of processor time; rows with longer calls are not timed
};

// Takes the samples. The series keep them. Where the gate refuses every one, its measure may come
// from a disturbed look: all is done once more, with a new measure.
void take_samples(std::vector<Series> &rows, Meter &meter, const Sampling &plan, Progress &progress);

// The figures of a series, judged by the best gate that the meter saw in the whole run.
Figure summarise(const Series &row, const Meter &meter);

// Figures from samples and their verdicts.
Figure summarise(const std::vector<Sample> &samples, const std::vector<bool> &accepted, std::size_t calls);

// Cuts each row's wish for samples so that all wishes cost at most `seconds`: long rows give first,
// none falls below Series::trusted. cost is one sample in seconds, want the wish of every row.
std::vector<std::size_t> share_budget(const std::vector<double> &cost, std::size_t want, double seconds);

// The core clock in Hz that the accepted samples ran at (median); 0 when there are none.
double core_hz(const std::vector<Series> &rows, const Meter &meter);

// The middle of some values, the mean of the middle two of an even number. 0 for none.
double median(std::vector<double> values);

}  // namespace og::bench
