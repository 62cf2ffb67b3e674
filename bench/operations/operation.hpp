// SPDX-License-Identifier: MIT
// What can be timed. An operation joins the bench by one file that describes it with this structure
// and one line in operations.cpp.
#pragma once

#include "work.hpp"

#include <oldguard/kernels.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

namespace og::bench {

enum class Unit { byte, call, iteration };  // what its figures are quoted per

struct Operation {
    std::string name;  // "sha1.blocks", "sha1.hash"

    // The catalogue's operation: each of its kernels is a row, or, with whole_call, the kernel that
    // the dispatch takes names the one row. Empty: no kernel is involved.
    std::string catalogue;
    bool whole_call = false;
    std::string row_name;  // the row's name where no kernel gives one

    Unit unit = Unit::byte;
    std::vector<std::size_t> call_sizes;  // bytes per call; none: the sizes that were asked for
    std::size_t granule = 1;              // sizes must be multiples of this
    std::size_t choice_limit = std::numeric_limits<std::size_t>::max();  // see choice_size
    bool input_is_key = false;   // Task::in is the key instead of random bytes
    std::size_t iterations = 1;  // of one call, where they are the unit; size / granule in parallel

    // The size by which the library chooses a kernel: lanes count messages, not bytes.
    std::size_t choice_size(std::size_t size) const { return std::min(size, choice_limit); }

    // Our own way of doing it; kernel is NULL where catalogue is empty or whole_call set.
    std::unique_ptr<Work> (*make)(const og_kernel *kernel, const Task &task) = nullptr;

    // What the standard says the answer to `calls` calls is. Writes to Task::out as it likes.
    Bytes (*expected)(const Operation &op, const Task &task, std::size_t calls) = nullptr;
};

// All operations, in the order of the report.
const std::vector<Operation> &operations();

// Each operation file gives its own.
std::vector<Operation> sha1_operations();
std::vector<Operation> sha1_many_operations();
std::vector<Operation> sha1dc_operations();
std::vector<Operation> whirlpool_operations();
std::vector<Operation> whirlpool_many_operations();
std::vector<Operation> des_mode_operations();
std::vector<Operation> des_many_operations();
std::vector<Operation> des_block_operations();
std::vector<Operation> crypt_operations();
std::vector<Operation> pbkdf2_operations();

// The reference kernel of a catalogue operation, e.g. "sha1_c_ref". Throws std::runtime_error when
// the library was built without it.
const og_kernel &reference_kernel(const std::string &op, const char *stem);

// Returns the kernel's function, whose type is that of its operation in the table. Throws
// std::logic_error where F is another type.
void require_type(const og_kernel &kernel, const std::type_info &type);
template <class F> F *function_of(const og_kernel &kernel) {
    require_type(kernel, typeid(F));
    return reinterpret_cast<F *>(kernel.fn);
}

}  // namespace og::bench
