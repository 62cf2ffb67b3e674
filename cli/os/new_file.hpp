// SPDX-License-Identifier: MIT
// What a new file needs before it gets its name. Every function that fails sets errno.
#pragma once

#include "file.hpp"

#include <string>

namespace og::os {

// Opens a new file without a name in a folder, for reading and writing by its owner. Returns -1 if the system
// or the file system has none.
int open_unnamed(const char *folder);

// Returns a path that opens the file of a descriptor again, also without a name.
std::string path_of(int fd);

// Gives a file without a name a new name. The error EEXIST means that the name is in use.
bool link_as(int fd, const char *name);

// Renames a file. Unlike rename(2) it does not replace another, but fails with EEXIST. A file system that
// cannot do this in one step may replace a file that appears in the middle.
bool rename_to_new(const char *from, const char *to);

// Sets the owner and the group. An unprivileged process cannot change the owner, or the group to one that it
// is not in. This is not an error. Does nothing on Windows.
bool give_to(int fd, User owner, Group group);

// Sets the permissions. Does nothing on Windows, where a new file has those of its folder.
bool set_mode(int fd, Mode mode);

// Returns whether any process has the file open for writing. `fd` must be open for reading only. Returns
// false if the system cannot tell: on some file systems and systems, and for files of other users.
bool open_for_writing(int fd);

}  // namespace og::os
