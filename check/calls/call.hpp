// SPDX-License-Identifier: MIT
// One call of a kernel through a stub, with everything around it poisoned before and verified
// after: registers, flags, x87 and vector state, the stack. A crash or a hang ends the call, not
// the process.
#pragma once

#include "../rng.hpp"
#include "abi.hpp"
#include "memory.hpp"

#include <oldguard/kernels.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace og::check {

// One broken promise: a name from property_names() and what was seen.
struct Problem {
    std::string property;
    std::string text;
};

struct Word {
    std::uintptr_t value;
    bool is_int = false;  // 32 bits: the rest of its register or slot is free for poison
};

struct Fault {
    int signal;
    std::uintptr_t address;  // of the access, where the signal has one
    bool write, fetch;
};

struct CallReport {
    std::vector<Problem> problems;
    std::optional<Fault> fault;  // the call did not return
    std::size_t stack_used = 0;  // bytes, return address included; 0 unless measured
};

class Caller {
public:
    explicit Caller(const Abi &abi);

    // dirty: enter with the upper halves of the vector registers in use, which is allowed.
    CallReport call(og_fn fn, const std::vector<Word> &words, Rng &rng, bool dirty, bool measure_stack);

    bool is_stack(std::uintptr_t address) const;

private:
    void prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, bool dirty);
    void verify_registers(CallReport &report) const;
    void verify_modes(CallReport &report) const;
    void verify_uppers(CallReport &report) const;
    void verify_stack(CallReport &report, bool measured) const;

    const Abi &abi_;
    GuardedPages stack_;
    og_stub_frame frame_;
    std::vector<std::uint8_t> canary_;
    std::uint8_t *canary_at_ = nullptr;
};

// While one lives, crashes and hangs inside Caller::call become faults. One at a time in a process.
class FaultCatcher {
public:
    explicit FaultCatcher(int patience);  // seconds that a call may take
    ~FaultCatcher();
    FaultCatcher(const FaultCatcher &) = delete;
    FaultCatcher &operator=(const FaultCatcher &) = delete;

private:
    static constexpr int caught_[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM};
    struct sigaction old_[6];
    stack_t old_stack_;
    std::vector<std::uint8_t> stack_;
};

}  // namespace og::check
