// SPDX-License-Identifier: MIT
// Calls a kernel once and verifies what can be observed of the call beside its results. A crash or a hang
// ends the call, not the process.
#pragma once

#include "../rng.hpp"
#include "fault.hpp"
#include "pages.hpp"

#include <oldguard/kernels.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::check {

// A violated property, one of properties(), and a text that describes what was found.
struct Problem {
    std::string property;
    std::string text;
};

struct Word {
    std::uintptr_t value;
    bool is_int = false;  // 32 bits: the upper half of a 64-bit register or slot is undefined
};

struct CallReport {
    std::vector<Problem> problems;
    std::optional<Fault> fault;
    std::size_t stack_used = 0;  // bytes, including the return address; 0: not measured
};

// Whether the vector registers have upper halves that older instructions do not write, as on x86.
#if defined(__x86_64__) || defined(__i386__)
inline constexpr bool has_upper_halves = true;
#else
inline constexpr bool has_upper_halves = false;
#endif

// The upper halves of the vector registers on entry. The ABIs allow that they are in use.
enum class Uppers {
    clean,
    dirty,
    dirty_to_clean,  // in use, and the kernel has to change that
};

class Caller {
public:
    virtual ~Caller() = default;
    virtual CallReport call(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers,
                            bool measure_stack) = 0;

    // Returns whether the kernel runs on a stack of the caller that holds the address or has it in a guard.
    virtual bool is_stack(std::uintptr_t address) const = 0;
};

// What a caller needs of the operation.
struct Callee {
    void (*call)(og_fn fn, const std::vector<std::uintptr_t> &words);  // calls a kernel as C does
    std::vector<GuardedPages *> pages;                                 // of the buffers
};

// Returns whether this build can call kernels of a convention: "portable", or, through the stub of x86
// or AArch64, "sysv64", "win64", "cdecl32" or "aapcs64". "": the native one, through the stub if this build
// has it.
bool can_call(std::string_view convention);

// Returns whether calls of a convention go through the stub, which sets and verifies registers and the stack.
bool calls_stub(std::string_view convention);

// Returns the caller of a convention that can_call accepts.
std::unique_ptr<Caller> make_caller(std::string_view convention, Callee callee);

}  // namespace og::check
