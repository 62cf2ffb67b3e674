// SPDX-License-Identifier: MIT
// Permissions of a file, including its access control list.
#pragma once

#include <sys/stat.h>

namespace og::cli {

struct Permissions {
    static constexpr gid_t any_group = static_cast<gid_t>(-1);

    mode_t mode = 0777;
    gid_t group = any_group;  // the group that the group bits of mode apply to

    // Returns the mode for a file of another group. If the groups differ, the group and the others of that
    // file get the permissions that both the group and the others have here, because members of one group may
    // be others for the other.
    mode_t for_group(gid_t other) const;
};

// Returns the permissions of an open file. If it has an access control list, the group and the others get the
// permissions that every entry except the owner's grants.
Permissions permissions_of(int fd, const struct stat &info);

// Removes the access control list that a new file inherited from its directory. Returns false, with errno, if
// it could not be removed.
bool remove_access_list(int fd);

}  // namespace og::cli
