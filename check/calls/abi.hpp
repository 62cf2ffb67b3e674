// SPDX-License-Identifier: MIT
// The calling conventions as data: places of arguments, and registers that a function must preserve.
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
    std::uint32_t saved_registers;             // bit i: gpr i is callee-saved
    std::uint32_t saved_vectors;               // bit i: the low bytes of vector i are callee-saved
    std::size_t saved_bytes;                   // how many of them
    const char *saved_vector;                  // the name of these bytes, without the number
};

// Returns the convention "sysv64", "win64", "cdecl32" or "aapcs64", or nullptr if this build cannot call it.
// "": the native one.
const Abi *find_abi(std::string_view name);

// Returns the name of a general register ("rbx", "esi", "x19", ...) by its index in og_stub_frame.
const char *register_name(unsigned index);

}  // namespace og::check
