// SPDX-License-Identifier: MIT
// Names the analysis that covers the kernels that valgrind cannot run.
#pragma once

#include <oldguard/kernels.h>

#include <string_view>

namespace og::memcheck {

// Before the generator prints a kernel, asm/asmgen/analyses/run.py runs it on words that track secrecy. It
// refuses a kernel that claims constant time but has an address or a branch that depends on a secret. The
// test asmgen_kernels repeats this for every calling convention, and `make prove` proves it for all inputs.
inline constexpr const char *analysed = "the generator's analysis has found no secret address or branch";

inline bool is_analysed(const og_kernel &kernel) {
    const std::string_view source = kernel.source;
    return source.size() > 3 && source.substr(source.size() - 3) == ".py";
}

}  // namespace og::memcheck
