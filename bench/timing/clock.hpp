// SPDX-License-Identifier: MIT
// The clocks of the bench. The hardware's core cycles, if the system permits them. Otherwise a clock whose
// ticks are converted to core cycles by the calibration loop beside each sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace og::bench {

enum class ClockKind { automatic, perf, tsc, time };

class Clock {
public:
    virtual ~Clock() = default;

    // Reads the clock. Throws std::runtime_error if the system refuses.
    virtual std::uint64_t ticks() = 0;

    // Returns "perf", "tsc" or "time", as in the JSON rows; and a description for the report.
    virtual std::string name() const = 0;
    virtual std::string description() const = 0;

    // Returns whether a tick is a core cycle. If not, the calibration loop measures the ticks of a cycle.
    virtual bool counts_cycles() const = 0;

    // Returns how many groups of group_size instructions take long enough to be timed to about 1 %.
    virtual std::size_t reference_groups() const = 0;

    // Returns how often the thread has left its processor: a sample counts only if it did not.
    virtual std::uint64_t context_switches() const;
};

// Opens a clock. `automatic` tries perf, tsc and time in this order. Throws std::runtime_error with the
// system's reason if the requested clock is not available. Only the thread that opened a clock may use it.
std::unique_ptr<Clock> open_clock(ClockKind kind);

// Returns the nanoseconds of os::now_ns.
std::uint64_t now_ns();

// Measures the cost of reading the clock: the minimum of many empty samples, in ticks.
std::uint64_t clock_overhead(Clock &clock);

}  // namespace og::bench
