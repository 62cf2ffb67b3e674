// SPDX-License-Identifier: MIT
// The broken kernels of faults_a64.S.
#include "faults.hpp"

namespace og::faults {

#define CLOBBERS(X, reg) X(clobbers_##reg, "callee-saved")

// clang-format off
#define FAULTS(X)                                                                                   \
    X(asm_healthy, nullptr)                                                                         \
    X(changes_upper_halves, nullptr)                                                                \
    CLOBBERS(X, x19) CLOBBERS(X, x20) CLOBBERS(X, x21) CLOBBERS(X, x22) CLOBBERS(X, x23)            \
    CLOBBERS(X, x24) CLOBBERS(X, x25) CLOBBERS(X, x26) CLOBBERS(X, x27) CLOBBERS(X, x28)            \
    CLOBBERS(X, x29)                                                                                \
    CLOBBERS(X, d8) CLOBBERS(X, d9) CLOBBERS(X, d10) CLOBBERS(X, d11)                               \
    CLOBBERS(X, d12) CLOBBERS(X, d13) CLOBBERS(X, d14) CLOBBERS(X, d15)                             \
    X(pops_too_much, "stack-pointer")                                                               \
    X(changes_fpcr, "fpcr")                                                                         \
    X(writes_canary, "stack-canary")                                                                \
    X(writes_canary_far, "stack-canary")                                                            \
    X(uses_much_stack, "stack-depth")                                                               \
    X(overflows_stack, "stack-depth")                                                               \
    X(runs_illegal, "illegal-instruction")                                                          \
    X(runs_breakpoint, "illegal-instruction")                                                       \
    X(jumps_away, "wild-access")                                                                    \
    X(trusts_carry, "blocks")
// clang-format on

extern "C" {
#define DECLARE(name, property) void og_fault_##name();
FAULTS(DECLARE)
void og_fault_trusts_upper_half();
}

std::vector<Planted> asm_faults() {
#define ROW(name, property) {#name, "sha1.blocks", og_fault_##name, property},
    return {FAULTS(ROW){"trusts_upper_half", "des.encrypt1", og_fault_trusts_upper_half, "blocks"}};
}

}  // namespace og::faults
