// SPDX-License-Identifier: MIT
// The calling conventions, as data: where arguments go and what a function must give back.
#pragma once

#include "stub.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace og::check {

struct Abi {
    const char *name;
    std::vector<unsigned> argument_registers;  // indices into og_stub_frame's gpr_in
    std::size_t home_words;                    // words below the stack arguments (win64: 4)
    std::uint32_t saved_registers;             // bit i: gpr i must survive
    std::uint32_t saved_vectors;               // bit i: the low 128 bits of vector i must survive
};

// "sysv64", "win64" or "cdecl32" where this build can call it, else null. "" means the native one.
const Abi *find_abi(std::string_view name);

// "rbx", "esi", ... in the order of og_stub_frame.
const char *register_name(unsigned index);

}  // namespace og::check
