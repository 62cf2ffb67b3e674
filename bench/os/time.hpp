// SPDX-License-Identifier: MIT
// The clock of the platform, and the processor time and the context switches of the thread.
#pragma once

#include <cstdint>

namespace og::bench::os {

// The call that now_ns makes: "clock_gettime", "mach_absolute_time" or "QueryPerformanceCounter".
extern const char *const clock_name;

// Returns the nanoseconds of a clock that never goes back.
std::uint64_t now_ns();

// Returns the processor time of the calling thread in seconds. On Windows it advances in steps of about 16
// ms.
double thread_seconds();

// Returns how often the calling thread has left its processor, by itself or for another thread: always 0 on
// systems that do not count it for a thread (macOS, Windows).
std::uint64_t context_switches();

}  // namespace og::bench::os
