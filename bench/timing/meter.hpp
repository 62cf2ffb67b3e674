// SPDX-License-Identifier: MIT
// Takes one sample at a time, between two runs of the reference loops.
#pragma once

#include "../operations/work.hpp"
#include "undisturbed_cost.hpp"
#include "clock.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace og::bench {

inline constexpr double invalid_cost = 1e9;  // of a sample that is always refused

struct Sample {
    double cycles = 0;  // of the whole sample, without the cost of reading the clock
    double ns = 0;
    double addition_cost = 0;  // cycles per independent addition on the worse side of the sample
};

// Pins the calling thread to one of the processors that it may use.
class Processors {
public:
    Processors();
    ~Processors();  // restores the processors that the thread was allowed to use
    Processors(const Processors &) = delete;
    Processors &operator=(const Processors &) = delete;

    // Pins the thread to the next allowed processor.
    void next();
    std::size_t count() const { return allowed_.size(); }

private:
    void pin();
    std::vector<int> allowed_;
    std::size_t current_ = 0;
};

class Meter {
public:
    explicit Meter(std::unique_ptr<Clock> clock);

    // Times `calls` calls of the work. Discards nothing: accepts() decides whether a sample counts, and its
    // answer may change with later samples.
    Sample measure(Work &work, std::size_t calls);

    // Returns whether the loops before and after the sample ran within `tolerance` of the undisturbed cost.
    bool accepts(const Sample &sample) const {
        return sample.addition_cost < invalid_cost && sample.addition_cost <= undisturbed_cost() * tolerance;
    }
    static constexpr double tolerance = 1.04;

    // Returns the cost of an addition of the interference loop on an undisturbed core, in cycles.
    double undisturbed_cost() const { return undisturbed_.value(); }
    void forget_undisturbed_cost() { undisturbed_ = {}; }
    std::uint64_t samples() const { return samples_; }
    double overhead() const { return overhead_; }  // ticks
    const Clock &clock() const { return *clock_; }
    Processors &processors() { return processors_; }

private:
    struct LoopCosts {
        double adds;   // ticks per independent addition
        double chain;  // ticks per dependent addition, which is a core cycle; 1 for a cycle counter
    };
    LoopCosts run_reference_loops();
    double timed(void (*loop)(std::size_t), std::size_t groups);

    std::unique_ptr<Clock> clock_;
    Processors processors_;
    double overhead_ = 0;  // ticks
    double overhead_ns_ = 0;
    UndisturbedCost undisturbed_;
    std::uint64_t samples_ = 0;
};

}  // namespace og::bench
