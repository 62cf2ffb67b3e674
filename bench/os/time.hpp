// SPDX-License-Identifier: MIT
// The clock of the platform, and the processor time of the thread.
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

}  // namespace og::bench::os
