// SPDX-License-Identifier: MIT
// Files by descriptor. The functions have the names, arguments, results and errno of POSIX, and names are
// UTF-8 on Windows. The flags and macros of <fcntl.h> and <sys/stat.h> keep their names.
#pragma once

#ifdef _WIN32
#include "windows/file.hpp"
#else
#include "posix/file.hpp"
#endif

#include <cstdint>
#include <string>
#include <string_view>

namespace og::os {

// Returns the absolute path of an existing file, without symbolic links. Returns "" with errno after an
// error.
std::string real_path(const std::string &name);

// Returns the path of the current folder as the shell shows it, which may have symbolic links. Returns ""
// after an error.
std::string current_folder();

// Returns the mode of a new file that every user may read and write as far as the umask permits.
Mode new_file_mode();

// Returns the number of files that the process may have open, or 0 if it is unknown.
std::uint64_t file_limit();

// Flushes a folder to the disk, which makes new, changed and removed names durable. Returns false, with
// errno, after a disk error. A file system or a user that cannot flush folders is not an error.
bool sync_folder(const std::string &name);

// Locks a file for this process until the descriptor is closed. Returns false if another process has it.
bool lock(int fd);

// Advises the system that a file is read from start to end. An error, as for a pipe, is ignored.
void will_read_in_order(int fd);

// Advises the system to drop `size` bytes at `offset` from the page cache. The size 0 means the whole rest.
void drop_cached(int fd, std::uint64_t offset, std::uint64_t size);

// Finds the first bytes at or after `offset` that are no hole: sets data and end to the range of their
// offsets, or both to the size of the file if only a hole follows. Returns false if the file system does not
// know. The file offset may change.
bool find_data(int fd, std::uint64_t offset, std::uint64_t &data, std::uint64_t &end);

// Returns whether a path is absolute.
bool is_absolute(std::string_view path);

// Returns a path with "/" between its components: on Windows it replaces each backslash.
std::string with_slashes(std::string_view path);

// Returns the offset of the last slash of a path (on Windows also of a backslash, or of the colon after a
// drive letter), or npos.
std::size_t last_separator(std::string_view path);

}  // namespace og::os
