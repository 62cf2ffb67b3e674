// SPDX-License-Identifier: MIT
#include "time.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/resource.h>

#include <ctime>
#endif
#ifdef __APPLE__
#include <mach/mach_time.h>
#endif

namespace og::bench::os {

#ifdef _WIN32

const char *const clock_name = "QueryPerformanceCounter";

std::uint64_t now_ns() {
    static const std::uint64_t frequency = [] {
        LARGE_INTEGER value;
        QueryPerformanceFrequency(&value);
        return static_cast<std::uint64_t>(value.QuadPart);
    }();
    LARGE_INTEGER value;
    QueryPerformanceCounter(&value);
    const auto ticks = static_cast<std::uint64_t>(value.QuadPart);
    // The product of all ticks and 1e9 would not fit into 64 bits.
    return ticks / frequency * 1000000000u + ticks % frequency * 1000000000u / frequency;
}

double thread_seconds() {
    FILETIME created, ended, kernel, user;
    GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    const auto units = [](const FILETIME &time) {  // of 100 ns
        return static_cast<double>(static_cast<std::uint64_t>(time.dwHighDateTime) << 32 |
                                   time.dwLowDateTime);
    };
    return (units(kernel) + units(user)) * 1e-7;
}

#else

namespace {

std::uint64_t nanoseconds(clockid_t clock) {
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1000000000u + static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace

#ifdef __APPLE__

// clock_gettime has a resolution of a microsecond there.
const char *const clock_name = "mach_absolute_time";

std::uint64_t now_ns() {
    static const mach_timebase_info_data_t base = [] {
        mach_timebase_info_data_t info;
        mach_timebase_info(&info);
        return info;
    }();
    const std::uint64_t ticks = mach_absolute_time();
    return ticks / base.denom * base.numer + ticks % base.denom * base.numer / base.denom;
}

#else

const char *const clock_name = "clock_gettime";

std::uint64_t now_ns() { return nanoseconds(CLOCK_MONOTONIC); }

#endif

double thread_seconds() { return static_cast<double>(nanoseconds(CLOCK_THREAD_CPUTIME_ID)) * 1e-9; }

#endif

std::uint64_t context_switches() {
#ifdef RUSAGE_THREAD
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_nvcsw) + static_cast<std::uint64_t>(usage.ru_nivcsw);
#else
    return 0;
#endif
}

}  // namespace og::bench::os
