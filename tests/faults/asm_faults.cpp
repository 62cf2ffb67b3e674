// SPDX-License-Identifier: MIT
// The broken kernels of faults_x64.S and faults_x86.S.
#include "faults.hpp"

#include <check/calls/modes.hpp>

#include <cpuid.h>

namespace og::faults {

#define COMMON(X)                                 \
    X(asm_healthy, nullptr, "")                   \
    X(pops_too_much, "stack-pointer", "")         \
    X(sets_direction, "direction-flag", "")       \
    X(forgets_emms, "x87-tag", "mmx")             \
    X(leaves_x87_value, "x87-tag", "")            \
    X(changes_x87_control, "x87-control", "")     \
    X(changes_mxcsr, "mxcsr", "")                 \
    X(forgets_vzeroupper, "dirty-upper", "avx2")  \
    X(writes_canary, "stack-canary", "")          \
    X(writes_canary_far, "stack-canary", "")      \
    X(uses_much_stack, "stack-depth", "")         \
    X(overflows_stack, "stack-depth", "")         \
    X(runs_illegal, "illegal-instruction", "")    \
    X(runs_breakpoint, "illegal-instruction", "") \
    X(divides_by_zero, "wild-access", "")         \
    X(jumps_away, "wild-access", "")              \
    X(assumes_alignment, "wild-access", "")       \
    X(trusts_carry, "blocks", "")

#define SAVED(X, reg) X(clobbers_##reg, "callee-saved", "")
#define SAVED_WIN64(X, reg) X(win64_clobbers_##reg, "callee-saved", "")

#ifdef __x86_64__
#define NATIVE(X) SAVED(X, rbx) SAVED(X, rbp) SAVED(X, r12) SAVED(X, r13) SAVED(X, r14) SAVED(X, r15)
// clang-format off
#define WIN64(X)                                                                                    \
    X(win64_healthy, nullptr, "")                                                                   \
    SAVED_WIN64(X, rbx) SAVED_WIN64(X, rbp) SAVED_WIN64(X, rsi) SAVED_WIN64(X, rdi)                 \
    SAVED_WIN64(X, r12) SAVED_WIN64(X, r13) SAVED_WIN64(X, r14) SAVED_WIN64(X, r15)                 \
    SAVED_WIN64(X, xmm6) SAVED_WIN64(X, xmm7) SAVED_WIN64(X, xmm8) SAVED_WIN64(X, xmm9)             \
    SAVED_WIN64(X, xmm10) SAVED_WIN64(X, xmm11) SAVED_WIN64(X, xmm12) SAVED_WIN64(X, xmm13)         \
    SAVED_WIN64(X, xmm14) SAVED_WIN64(X, xmm15)
// clang-format on
#else
#define NATIVE(X)                         \
    X(asm_healthy_arguments, nullptr, "") \
    SAVED(X, ebx) SAVED(X, ebp) SAVED(X, esi) SAVED(X, edi)
#define WIN64(X)
#endif

extern "C" {
#define DECLARE(name, property, needs) void og_fault_##name();
COMMON(DECLARE)
NATIVE(DECLARE)
WIN64(DECLARE)
#ifdef __x86_64__
void og_fault_trusts_upper_half();
#endif
void og_fault_leaves_zero_upper();
}

namespace {

// The stem of a kernel of sha1.blocks that has no vector instruction.
#ifdef __x86_64__
constexpr char general_registers_only[] = "sha1_x64_fast";
#else
constexpr char general_registers_only[] = "sha1_x86_fast";
#endif

// Returns whether the CPU has the SHA extensions: CPUID leaf 7.
bool has_sha() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

}  // namespace

std::vector<Planted> asm_faults() {
#define SHA1_ROW(name, property, needs) \
    Planted { #name, "sha1.blocks", og_fault_##name, property, "", needs }
#define WIN64_ROW(name, property, needs) {#name, "sha1.blocks", og_fault_##name, property, "win64", needs},
#define SHA1_ROWS(name, property, needs) SHA1_ROW(name, property, needs),
    std::vector<Planted> all = {
        COMMON(SHA1_ROWS) NATIVE(SHA1_ROWS) WIN64(WIN64_ROW)
#ifdef __x86_64__
            {"trusts_upper_half", "des.encrypt1", og_fault_trusts_upper_half, "blocks"},
#endif
    };
    // A right kernel, if it had no SHA instructions. It is assembly, because the C library's memory
    // functions, which a C kernel may call, have a vzeroupper on some processors.
    const og_kernel *no_vectors = og_kernel_find("sha1.blocks", general_registers_only);
    if (has_sha() && no_vectors && no_vectors->fn)
        all.push_back(
            {"keeps_callers_uppers", "sha1.blocks", no_vectors->fn, "dirty-upper", "", "avx2+shani"});
    if (check::reports_uppers_in_use()) all.push_back(SHA1_ROW(leaves_zero_upper, "dirty-upper", "avx2"));
    return all;
}

}  // namespace og::faults
