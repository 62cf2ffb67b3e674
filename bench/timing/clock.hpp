// SPDX-License-Identifier: MIT
// What the bench counts time in: core cycles from the hardware where the system lets us, else a
// clock whose ticks are turned into core cycles by a chain of additions run beside each sample.
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

    virtual std::uint64_t ticks() = 0;

    // "perf", "tsc" or "time", as in the JSON rows, and a sentence for people.
    virtual std::string name() const = 0;
    virtual std::string description() const = 0;

    // Whether a tick is a core cycle. If not, the additions beside the sample say how many it is.
    virtual bool counts_cycles() const = 0;

    // Groups of group_size instructions that take long enough to be timed to about 1 %.
    virtual std::size_t reference_groups() const = 0;
};

// Opens a clock; automatic tries perf, tsc, time in this order. Throws std::runtime_error with the
// system's reason when the one asked for is not to be had. One thread, the opener, may use it.
std::unique_ptr<Clock> open_clock(ClockKind kind);

// Nanoseconds of the system's monotonic clock.
std::uint64_t now_ns();

// An empty sample in ticks, the least of many: what the reading itself costs.
std::uint64_t clock_overhead(Clock &clock);

}  // namespace og::bench
