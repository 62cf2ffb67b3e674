// SPDX-License-Identifier: MIT
// Loops whose cost on any core is known beforehand: the rulers of the bench.
#pragma once

#include <cstddef>
#include <cstdint>

namespace og::bench {

// Each loop runs `groups` groups of group_size instructions.
inline constexpr std::size_t group_size = 64;

// Dependent register-to-register additions: one cycle each on every core in use, so that their
// number is the number of core cycles that went by. (Additions of a constant would not do: recent
// cores fold chains of those.)
void chain_of_adds(std::size_t groups);

// Dependent multiplications: three cycles each on x86 of the last fifteen years. Only the self-test
// asks, to see whether the counter tells the truth.
void chain_of_multiplications(std::size_t groups);

// Additions in four independent chains: as fast as the core can issue, up to four a cycle. A busy
// sibling hyperthread takes issue slots away and makes this loop slower at once.
void independent_adds(std::size_t groups);

// The x86 time-stamp counter, fenced so that what is timed stays between two readings. Its ticks
// are not core cycles. 0 on processors without one.
inline constexpr bool have_tsc =
#if defined(__x86_64__) || defined(__i386__)
    true;
#else
    false;
#endif
std::uint64_t time_stamp_counter();

}  // namespace og::bench
