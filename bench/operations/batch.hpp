// SPDX-License-Identifier: MIT
// Calls of the library that take up to 64 messages of equal size, for the audit of the choice of kernels.
#pragma once

#include "operation.hpp"

namespace og::bench {

inline constexpr std::size_t most_batch = 64;  // messages

// Returns the work of a call that uses the multi-buffer kernels of an operation of the catalogue: `messages`
// messages of task.size / messages bytes each. While it is timed, the kernel `stem` is forced, unless stem is
// NULL. Returns NULL if the library has no such call or it does not take messages of this size.
std::unique_ptr<Work> make_batch(const std::string &op, const char *stem, const Task &task,
                                 std::size_t messages);

// Returns whether the size of a message has no effect on the call. A message is then a password of
// og_crypt_des_many, or an output block of og_pbkdf2 with 100 iterations.
bool batch_has_one_size(const std::string &op);

}  // namespace og::bench
