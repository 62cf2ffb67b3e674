// SPDX-License-Identifier: MIT
// Who may read and write a file.
#pragma once

#include <sys/stat.h>

namespace og::cli {

struct Permissions {
    static constexpr gid_t any_group = static_cast<gid_t>(-1);

    mode_t mode = 0777;
    gid_t group = any_group;  // whose the group bits of the mode are

    // Returns the mode for a file of another group. Members of either group may be others there:
    // where the groups differ, both get what the group and the others have here.
    mode_t for_group(gid_t other) const;
};

// Returns the permissions of an open file. Where it has an access control list, which the mode does
// not show, its group and the others get what every entry but the owner's gives.
Permissions permissions_of(int fd, const struct stat &info);

// Removes the access control list that a new file got from its directory. False, with errno, where
// one remains.
bool remove_access_list(int fd);

}  // namespace og::cli
