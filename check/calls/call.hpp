// SPDX-License-Identifier: MIT
// Calls a kernel once through a stub. Registers, flags, x87 and vector state and the stack are poisoned
// before the call and verified after it. A crash or a hang ends the call, not the process.
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

// A violated property, one of properties(), and a text that describes what was found.
struct Problem {
    std::string property;
    std::string text;
};

struct Word {
    std::uintptr_t value;
    bool is_int = false;  // 32 bits: the upper half of a 64-bit register or slot is poisoned
};

struct Fault {
    int signal;
    std::uintptr_t address;  // of the access, if the signal reports one
    bool write, fetch;
};

struct CallReport {
    std::vector<Problem> problems;
    std::optional<Fault> fault;  // set if the call did not return
    std::size_t stack_used = 0;  // bytes, including the return address; 0: not measured
};

// The upper halves of the vector registers on entry. The ABIs allow that they are in use.
enum class Uppers {
    clean,
    dirty,
    dirty_to_clean,  // in use, and the kernel has to change that
};

class Caller {
public:
    explicit Caller(const Abi &abi);

    CallReport call(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers, bool measure_stack);

    bool is_stack(std::uintptr_t address) const;

private:
    void prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers);
    void verify_registers(CallReport &report) const;
    void verify_modes(CallReport &report) const;
    void verify_uppers(CallReport &report, Uppers uppers) const;
    void verify_stack(CallReport &report, bool measured) const;

    const Abi &abi_;
    GuardedPages stack_;
    og_stub_frame frame_;
    std::vector<std::uint8_t> canary_;
    std::uint8_t *canary_at_ = nullptr;
};

// Turns crashes and hangs inside Caller::call into a Fault during its lifetime. A process may have only one
// at a time.
class FaultCatcher {
public:
    explicit FaultCatcher(int patience);  // patience: seconds that a call may take
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
