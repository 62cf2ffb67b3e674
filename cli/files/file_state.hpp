// SPDX-License-Identifier: MIT
// What a file was when it was looked at, and who can still write to it.
#pragma once

#include <sys/stat.h>

namespace og::cli {

// Returns whether both are one file.
bool same_file(const struct stat &a, const struct stat &b);

// Returns whether a file was not written in between, as far as its size and time of change say.
bool same_content(const struct stat &a, const struct stat &b);

// Returns whether a file was not written in between, nor given another time, mode, owner or name.
bool unchanged(const struct stat &a, const struct stat &b);

// Returns whether any process has the file open for writing. `fd` is open for reading alone. The
// answer is false where the system gives none: on some file systems, and about other users' files.
bool open_for_writing(int fd);

}  // namespace og::cli
