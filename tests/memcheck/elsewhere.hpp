// SPDX-License-Identifier: MIT
// What covers the kernels that valgrind cannot run.
#pragma once

#include <oldguard/kernels.h>

#include <string_view>

namespace og::memcheck {

// A kernel of the generator is not printed before asmgen/analyses/run.py has run it on secrets, and
// found no address and no branch that depends on them where it claims constant time. The test
// asmgen_kernels does so under every calling convention, and `make prove` shows it for all inputs.
inline constexpr const char *analysed = "the generator's analysis has found no secret address or branch";

inline bool is_analysed(const og_kernel &kernel) {
    const std::string_view source = kernel.source;
    return source.size() > 3 && source.substr(source.size() - 3) == ".py";
}

}  // namespace og::memcheck
