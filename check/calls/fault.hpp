// SPDX-License-Identifier: MIT
// Calls a function so that a crash or a hang ends the call, not the process.
#pragma once

#include "pages.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace og::check {

// Why a call did not return, or what it read that it must not.
struct Fault {
    enum Cause { access, illegal_instruction, arithmetic, hang } cause;
    enum Access { unknown, read, write, fetch } kind;
    std::uintptr_t address;  // of the access; some systems give only the address of its page
    const char *name;        // the system's name of the exception
};

// Whether FaultCatcher ends a call that does not return.
#ifdef _WIN32
constexpr bool catches_hangs = false;
#else
constexpr bool catches_hangs = true;
#endif

// Catches the exceptions of the functions that call_caught calls, during its lifetime. A process may have
// only one at a time.
class FaultCatcher {
public:
    explicit FaultCatcher(int patience);  // patience: seconds that a call may take
    ~FaultCatcher();
    FaultCatcher(const FaultCatcher &) = delete;
    FaultCatcher &operator=(const FaultCatcher &) = delete;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Calls a function. Returns the fault that ended the call, or nothing. Without the error code of the CPU a
// signal does not say whether the access was a read or a write. If `pages` is not empty, their guards become
// readable at the first fault and the instruction runs again: a read then succeeds, a write fails again. The
// guards are inaccessible after the call.
std::optional<Fault> call_caught(const std::function<void()> &function,
                                 const std::vector<GuardedPages *> &pages);

}  // namespace og::check
