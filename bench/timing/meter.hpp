// SPDX-License-Identifier: MIT
// Takes one sample at a time, between two looks at how free the core is.
#pragma once

#include "../operations/work.hpp"
#include "undisturbed_cost.hpp"
#include "clock.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace og::bench {

inline constexpr double invalid_cost = 1e9;  // a sample that nothing can accept

struct Sample {
    double cycles = 0;  // of the whole sample, reading overhead taken off
    double ns = 0;
    double addition_cost = 0;  // cycles per independent addition on the worse side of the sample
};

// Pins the thread to one of the processors that it may use, and to the next one on request.
class Processors {
public:
    Processors();
    ~Processors();  // gives back what was allowed before
    Processors(const Processors &) = delete;
    Processors &operator=(const Processors &) = delete;

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

    // Never throws away anything: whether the sample is good is for accepts() to say, and may
    // change with later samples.
    Sample measure(Work &work, std::size_t calls);

    // A sample counts when both sides ran within `tolerance` of the best.
    bool accepts(const Sample &sample) const {
        return sample.addition_cost < invalid_cost && sample.addition_cost <= undisturbed_cost() * tolerance;
    }
    static constexpr double tolerance = 1.04;

    double undisturbed_cost() const { return undisturbed_.value(); }  // cycles per addition
    void forget_undisturbed_cost() { undisturbed_ = {}; }
    std::uint64_t samples() const { return samples_; }
    double overhead() const { return overhead_; }  // ticks
    const Clock &clock() const { return *clock_; }
    Processors &processors() { return processors_; }

private:
    struct LoopCosts {
        double adds;   // ticks per independent addition
        double chain;  // ticks per dependent addition, i.e. per core cycle; 1 for a cycle counter
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
