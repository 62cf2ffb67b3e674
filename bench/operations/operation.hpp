// SPDX-License-Identifier: MIT
// An operation that can be timed. A new operation needs a file that describes it by this structure, and a
// line in operations.cpp.
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

enum class Unit { byte, call, iteration };  // the unit of the figures is cycles per

struct Operation {
    std::string name;  // "sha1.blocks", "sha1.hash"

    // The operation of the catalogue. Each of its kernels is a row. With whole_call there is one row, named
    // after the kernel that the dispatch takes. Empty if no kernel is involved.
    std::string catalogue;
    bool whole_call = false;
    std::string row_name;  // the name of the row if no kernel is involved

    Unit unit = Unit::byte;
    std::vector<std::size_t> call_sizes;  // bytes per call; empty: the sizes that the user requested
    std::size_t granule = 1;              // sizes must be multiples of this
    std::size_t choice_limit = std::numeric_limits<std::size_t>::max();  // see choice_size
    std::size_t choice_granule = 0;  // bytes that the library counts for a granule; 0: as many as it has
    bool input_is_key = false;       // Task::in is the key instead of random bytes
    std::size_t iterations = 1;  // of one call, if they are the unit; size / granule of them are independent

    // The messages that a call takes, fewer if they would be smaller than `least`.
    std::size_t messages = 1, least = 1;
    bool mixed = false;        // the messages have different sizes
    std::string item{"call"};  // what the figures are per if the unit is a call: one for each message
    std::string alone;         // the operation on one of the messages by itself, or ""

    std::size_t messages_in(std::size_t size) const { return std::min(messages, size / least); }

    // Returns the size by which the library chooses a kernel. For lanes that is a number of messages, not of
    // bytes.
    std::size_t choice_size(std::size_t size) const {
        return std::min(choice_granule ? size / granule * choice_granule : size, choice_limit);
    }

    // Makes the work of a row. kernel is NULL if catalogue is empty or whole_call is set.
    std::unique_ptr<Work> (*make)(const og_kernel *kernel, const Task &task) = nullptr;

    // Returns the correct answer to `calls` calls. May overwrite Task::out.
    Bytes (*expected)(const Operation &op, const Task &task, std::size_t calls) = nullptr;
};

// Returns all operations, in the order of the report.
const std::vector<Operation> &operations();

// Returns the operation of a name, or NULL.
const Operation *operation_named(const std::string &name);

// Return the operations of one file.
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

// Returns the reference kernel of an operation of the catalogue, e.g. "sha1_c_ref". Throws std::runtime_error
// if the library was built without it.
const og_kernel &reference_kernel(const std::string &op, const char *stem);

// Returns the kernel's function, whose type is that of its operation in the table. Throws
// std::logic_error where F is another type.
void require_type(const og_kernel &kernel, const std::type_info &type);
template <class F> F *function_of(const og_kernel &kernel) {
    require_type(kernel, typeid(F));
    return reinterpret_cast<F *>(kernel.fn);
}

}  // namespace og::bench
