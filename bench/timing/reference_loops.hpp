// SPDX-License-Identifier: MIT
// Loops of known cost: the calibration loop and the interference loop of the bench.
#pragma once

#include <cstddef>
#include <cstdint>

namespace og::bench {

// Each loop runs `groups` groups of group_size instructions.
inline constexpr std::size_t group_size = 64;

// Runs dependent register-to-register additions, the calibration loop. Each takes one cycle on every core in
// use, so their number is the number of core cycles. Additions of a constant would not serve: recent cores
// combine several of them into one.
void chain_of_adds(std::size_t groups);

// Runs dependent multiplications. Each takes three cycles on x86 since 2008. Only the self-test uses them, to
// check the clock.
void chain_of_multiplications(std::size_t groups);

// Runs additions in four independent chains, the interference loop: up to four additions a cycle. A busy
// sibling hyperthread takes issue slots and slows this loop down at once.
void independent_adds(std::size_t groups);

// Whether the processor has the x86 time-stamp counter.
inline constexpr bool have_tsc =
#if defined(__x86_64__) || defined(__i386__)
    true;
#else
    false;
#endif

// Reads the time-stamp counter between two fences, so that the timed instructions stay between two readings.
// Its ticks are not core cycles. Returns 0 on processors without it.
std::uint64_t time_stamp_counter();

}  // namespace og::bench
