// SPDX-License-Identifier: MIT
#include "clock.hpp"

#include "../os/time.hpp"
#include "reference_loops.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace og::bench {

namespace {

#ifdef __linux__
class PerfClock final : public Clock {
public:
    PerfClock() {
        perf_event_attr attr;
        std::memset(&attr, 0, sizeof attr);
        attr.size = sizeof attr;
        attr.type = PERF_TYPE_HARDWARE;
        attr.config = PERF_COUNT_HW_CPU_CYCLES;
        attr.exclude_kernel = 1;
        attr.exclude_hv = 1;
        attr.inherit = 1;  // count the threads that a library starts, too
        fd_ = static_cast<int>(syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
        if (fd_ < 0) throw std::runtime_error(std::string("perf_event_open: ") + std::strerror(errno));
        // A virtual machine may provide a counter that never advances.
        std::uint64_t before = ticks();
        chain_of_adds(100);
        if (ticks() - before < 1000) {
            close(fd_);
            throw std::runtime_error("perf_event_open: the cycle counter does not advance");
        }
    }
    ~PerfClock() override { close(fd_); }
    PerfClock(const PerfClock &) = delete;
    PerfClock &operator=(const PerfClock &) = delete;

    std::uint64_t ticks() override {
        std::uint64_t count = 0;
        if (::read(fd_, &count, sizeof count) != static_cast<ssize_t>(sizeof count))
            throw std::runtime_error(std::string("perf counter: ") + std::strerror(errno));
        return count;
    }
    std::string name() const override { return "perf"; }
    std::string description() const override { return "hardware core cycles in user mode (perf_event_open)"; }
    bool counts_cycles() const override { return true; }
    std::size_t reference_groups() const override { return 256; }

private:
    int fd_ = -1;
};
#endif

class TscClock final : public Clock {
public:
    std::uint64_t ticks() override { return time_stamp_counter(); }
    std::string name() const override { return "tsc"; }
    std::string description() const override {
        return "time-stamp counter, scaled to core cycles by additions beside each sample";
    }
    bool counts_cycles() const override { return false; }
    std::size_t reference_groups() const override { return 256; }
};

class TimeClock final : public Clock {
public:
    std::uint64_t ticks() override { return now_ns(); }
    std::string name() const override { return "time"; }
    std::string description() const override {
        const std::string name = os::clock_name;
        if (have_tsc) return name + ", scaled to core cycles by additions beside each sample";
        return name + "; core cycles are not known: a dependent addition beside each sample counts as one";
    }
    bool counts_cycles() const override { return false; }
    // The resolution of the clock is only some tens of nanoseconds.
    std::size_t reference_groups() const override { return 768; }
};

}  // namespace

std::unique_ptr<Clock> open_clock(ClockKind kind) {
    if (kind == ClockKind::automatic || kind == ClockKind::perf) {
#ifdef __linux__
        try {
            return std::make_unique<PerfClock>();
        } catch (const std::runtime_error &) {
            if (kind == ClockKind::perf) throw;
        }
#else
        if (kind == ClockKind::perf) throw std::runtime_error("this system has no perf_event_open");
#endif
    }
    if (kind == ClockKind::automatic || kind == ClockKind::tsc) {
        if (have_tsc) return std::make_unique<TscClock>();
        if (kind == ClockKind::tsc)
            throw std::runtime_error("this processor has no time-stamp counter that can be read");
    }
    return std::make_unique<TimeClock>();
}

std::uint64_t Clock::context_switches() const { return os::context_switches(); }

std::uint64_t now_ns() { return os::now_ns(); }

std::uint64_t clock_overhead(Clock &clock) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 300; i++) {
        std::uint64_t begin = clock.ticks();
        least = std::min(least, clock.ticks() - begin);
    }
    return least;
}

}  // namespace og::bench
