// SPDX-License-Identifier: MIT
// Access control lists of files. Linux has those of POSIX 1003.1e. On the other systems a file has none here.
#pragma once

#include "file.hpp"

#include <optional>

namespace og::os {

// Returns the permissions (0 to 7) that every entry of the list except the owner's grants, or nothing if the
// file has no list. A list that cannot be read grants nothing.
std::optional<Mode> permissions_by_list(int fd);

// Removes the list that a new file inherited from its folder. Returns false, with errno, if it could not be
// removed.
bool remove_access_list(int fd);

}  // namespace og::os
