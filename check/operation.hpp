// SPDX-License-Identifier: MIT
// What the harness must know of an operation: its arguments, its meaning, its published vectors.
// The arguments come from the table in asmgen/operations.py, the meaning from a file in operations/.
#pragma once

#include "rng.hpp"

#include <oldguard/kernels.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace og::check {

using Bytes = std::vector<std::uint8_t>;

enum class Role {
    output,        // written only
    input,         // read only
    key,           // read only, and said to be a key schedule when it is not
    pointers,      // read only: the addresses of all arguments that follow with the role lane
    lane,          // read only, and not passed itself
    input_output,  // read, then written
    count,         // size_t, number of blocks
    flag,          // int, 0 or 1
    number         // uint32_t, any value
};

struct Argument {
    Role role;
    std::string name;
    std::size_t fixed = 0;      // bytes whatever the count
    std::size_t per_block = 0;  // bytes for each block
    std::size_t align = 1;      // what the C type promises

    bool is_buffer() const { return role != Role::count && role != Role::flag && role != Role::number; }
    bool is_passed() const { return role != Role::lane; }
    std::size_t size(std::size_t count) const { return fixed + per_block * count; }
};

// The contents of all buffers of one call, by argument (empty for those that are none).
struct Values {
    std::vector<Bytes> buffers;
    std::size_t count = 1;
    int flag = 0;
    std::uint32_t number = 0;
};

struct Vector {
    std::string name;
    Values before, after;
};

// The oracle of an operation and the inputs that it is tried on.
struct Meaning {
    std::size_t most_blocks = 1;  // every count up to this one is tried; 1 where there is no count
    bool many_lanes = false;      // a block is one of each of many lanes: few cases, no more blocks

    // Makes the contents of an argument. nullptr: plain random bytes.
    void (*fill)(const Argument &argument, Bytes &buffer, Rng &rng) = nullptr;
    // Turns the contents before a call into those after it, outputs and input_outputs alone.
    void (*oracle)(Values &values) = nullptr;
    std::function<std::vector<Vector>()> vectors;
};

struct Operation : Meaning {
    std::string name;
    std::vector<Argument> arguments;                // from the table; the lanes' buffers are the last ones
    int in_place_output = -1, in_place_input = -1;  // arguments that may be the same buffer
    const std::type_info *type = nullptr;           // of the kernels' functions
    // Calls a kernel as C does. words: the arguments that are passed, as values or addresses.
    void (*call)(og_fn fn, const std::vector<std::uintptr_t> &words) = nullptr;

    bool counted() const { return most_blocks > 1; }
    bool has_flag() const;
    bool may_be_in_place() const { return in_place_output >= 0; }

    // Throws std::logic_error where a buffer of the vector has not the size that the table says.
    void require_sizes(const Vector &vector) const;
};

// The operation of that name, for kernels of so many lanes, or null where the harness has none.
const Operation *find_operation(std::string_view name, unsigned lanes);

}  // namespace og::check
