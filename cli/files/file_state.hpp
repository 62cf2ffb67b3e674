// SPDX-License-Identifier: MIT
// Compares the states of a file.
#pragma once

#include "os/file.hpp"

namespace og::cli {

// Returns whether both are the same file (device and inode).
bool same_file(const os::Status &a, const os::Status &b);

// Returns whether both are the same file with the same size and modification time.
bool same_content(const os::Status &a, const os::Status &b);

// Returns whether same_content() holds and the status change time is equal too, which also excludes a new
// mode, owner or name.
bool unchanged(const os::Status &a, const os::Status &b);

}  // namespace og::cli
