// SPDX-License-Identifier: MIT
// What a function leaves on the stack.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

namespace og::test {

// Runs a job on a clear stack of its own, and returns what it left there. (Not a thread's: the C library may
// give the pages of that back to the system at once.)
inline std::vector<std::uint8_t> stack_after(const std::function<void()> &job) {
    static std::vector<std::uint8_t> stack(1 << 18);
    static const std::function<void()> *job_now;
    static ucontext_t back, there;
    std::fill(stack.begin(), stack.end(), 0);
    job_now = &job;
    if (getcontext(&there) != 0) std::abort();
    there.uc_stack.ss_sp = stack.data();
    there.uc_stack.ss_size = stack.size();
    there.uc_link = &back;
    makecontext(&there, [] { (*job_now)(); }, 0);
    if (swapcontext(&back, &there) != 0) std::abort();
    return stack;
}

}  // namespace og::test
