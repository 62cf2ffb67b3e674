// SPDX-License-Identifier: MIT
// An operation as the harness sees it: arguments, oracle, published vectors.
// The arguments come from the table in asm/asmgen/operations.py, the meaning from a file in operations/.
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
    output,        // written, not read
    input,         // read only
    key,           // as input; a write to it is reported as key-unchanged
    pointers,      // read only: the addresses of all arguments with the role lane
    lane,          // read only: the buffer of one lane, passed by its address in pointers
    input_output,  // read, then written
    count,         // size_t, number of blocks
    flag,          // int, 0 or 1
    number         // uint32_t, any value
};

struct Argument {
    Role role;
    std::string name;
    std::size_t fixed = 0;      // bytes for any count
    std::size_t per_block = 0;  // bytes for each block
    std::size_t align = 1;      // the alignment of the C type

    bool is_buffer() const { return role != Role::count && role != Role::flag && role != Role::number; }
    bool is_passed() const { return role != Role::lane; }
    std::size_t size(std::size_t count) const { return fixed + per_block * count; }
};

// The values of all arguments of one call. buffers has an element per argument, empty for non-buffers.
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

// The oracle of an operation and the inputs that it is checked with.
struct Meaning {
    std::size_t most_blocks = 1;  // every count up to this one is checked; 1: there is no count
    bool many_lanes = false;      // a unit of work has 64 lanes or more: fewer cases, no larger counts

    // Fills the buffer of an argument. nullptr: random bytes.
    void (*fill)(const Argument &argument, Bytes &buffer, Rng &rng) = nullptr;
    // Computes the buffers with the roles output and input_output after a call from the values before it.
    void (*oracle)(Values &values) = nullptr;
    std::function<std::vector<Vector>()> vectors;
};

struct Operation : Meaning {
    std::string name;
    std::vector<Argument> arguments;                // from the table, then the buffers of the lanes
    int in_place_output = -1, in_place_input = -1;  // arguments that may be the same buffer
    const std::type_info *type = nullptr;           // of the kernels' functions
    // Calls a kernel as C does. words: the passed arguments, as values or addresses.
    void (*call)(og_fn fn, const std::vector<std::uintptr_t> &words) = nullptr;

    bool counted() const { return most_blocks > 1; }
    bool has_flag() const;
    bool may_be_in_place() const { return in_place_output >= 0; }

    // Throws std::logic_error if a buffer of the vector has another size than the table declares.
    void require_sizes(const Vector &vector) const;
};

// Returns the operation of a name for kernels with a number of lanes, or nullptr if there is none.
const Operation *find_operation(std::string_view name, unsigned lanes);

}  // namespace og::check
