// SPDX-License-Identifier: MIT
#include "meter.hpp"

#include "../os/affinity.hpp"
#include "reference_loops.hpp"

#include <algorithm>

namespace og::bench {

Processors::Processors() : allowed_(os::allowed_processors()) {
    if (!allowed_.empty()) pin();
}

Processors::~Processors() {
    if (!allowed_.empty()) os::allow_processors(allowed_);
}

void Processors::next() {
    if (allowed_.size() > 1) {
        current_ = (current_ + 1) % allowed_.size();
        pin();
    }
}

// If the system refuses, the thread stays unpinned. The interference check still guards the samples.
void Processors::pin() { os::allow_processors({allowed_[current_]}); }

Meter::Meter(std::unique_ptr<Clock> clock) : clock_(std::move(clock)) {
    overhead_ = static_cast<double>(clock_overhead(*clock_));
    overhead_ns_ = 1e9;
    for (int i = 0; i < 100; i++) {
        const std::uint64_t begin = now_ns();
        clock_->ticks();
        clock_->ticks();
        overhead_ns_ = std::min(overhead_ns_, static_cast<double>(now_ns() - begin));
    }
}

double Meter::timed(void (*loop)(std::size_t), std::size_t groups) {
    clock_->ticks();  // the work may have evicted this code from the caches
    loop(4);
    const std::uint64_t begin = clock_->ticks();
    loop(groups);
    const std::uint64_t ticks = clock_->ticks() - begin;
    return std::max(static_cast<double>(ticks) - overhead_, 1.0) / static_cast<double>(groups * group_size);
}

// The calibration loop runs twice and its minimum counts: a busy sibling does not slow it, an interrupt does.
Meter::LoopCosts Meter::run_reference_loops() {
    const std::size_t groups = clock_->reference_groups();
    if (clock_->counts_cycles()) return {timed(independent_adds, groups), 1};
    const double before = timed(chain_of_adds, groups / 2);
    const double adds = timed(independent_adds, groups);
    return {adds, std::min(before, timed(chain_of_adds, groups / 2))};
}

Sample Meter::measure(Work &work, std::size_t calls) {
    work.prepare();
    const std::uint64_t switches = clock_->context_switches();
    const LoopCosts left = run_reference_loops();
    const std::uint64_t ns = now_ns();
    const std::uint64_t begin = clock_->ticks();
    work.run(calls);
    const std::uint64_t ticks = clock_->ticks() - begin;
    const std::uint64_t end_ns = now_ns();
    const LoopCosts right = run_reference_loops();
    const bool interrupted = clock_->context_switches() != switches;
    work.finish();
    samples_++;

    Sample sample;
    const double ticks_per_cycle = (left.chain + right.chain) / 2;
    sample.cycles = std::max(static_cast<double>(ticks) - overhead_, 0.0) / ticks_per_cycle;
    sample.ns = std::max(static_cast<double>(end_ns - ns) - overhead_ns_, 1.0);
    const double best = std::min(left.adds / left.chain, right.adds / right.chain);
    sample.addition_cost = std::max(left.adds / left.chain, right.adds / right.chain);

    // If the core changed its frequency during the sample, the scale is unknown. Four chains cannot exceed
    // four additions a cycle: a lower cost means that the calibration was disturbed. A long call can lose the
    // processor while the loops on both sides of it run undisturbed.
    const double drift = std::max(left.chain, right.chain) / std::min(left.chain, right.chain);
    if (drift > tolerance || best < 0.245 || interrupted)
        sample.addition_cost = invalid_cost;
    else
        undisturbed_.add(best);
    return sample;
}

}  // namespace og::bench
