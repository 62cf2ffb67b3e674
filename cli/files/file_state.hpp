// SPDX-License-Identifier: MIT
// Compares the states of a file, and finds processes that can write to it.
#pragma once

#include <sys/stat.h>

namespace og::cli {

// Returns whether both are the same file (device and inode).
bool same_file(const struct stat &a, const struct stat &b);

// Returns whether both are the same file with the same size and modification time.
bool same_content(const struct stat &a, const struct stat &b);

// Returns whether same_content() holds and the status change time is equal too, which also excludes a new
// mode, owner or name.
bool unchanged(const struct stat &a, const struct stat &b);

// Returns whether any process has the file open for writing. `fd` must be open for reading only. Returns
// false if the system cannot tell: on some file systems, and for files of other users.
bool open_for_writing(int fd);

}  // namespace og::cli
