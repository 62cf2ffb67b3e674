// SPDX-License-Identifier: MIT
// Permissions of a file, including its access control list.
#pragma once

#include "os/file.hpp"

namespace og::cli {

struct Permissions {
    static constexpr os::Group any_group = static_cast<os::Group>(-1);

    os::Mode mode = 0777;
    os::Group group = any_group;  // the group that the group bits of mode apply to

    // Returns the mode for a file of another group. If the groups differ, the group and the others of that
    // file get the permissions that both the group and the others have here, because members of one group may
    // be others for the other.
    os::Mode for_group(os::Group other) const;
};

// Returns the permissions of an open file. If it has an access control list, the group and the others get the
// permissions that every entry except the owner's grants.
Permissions permissions_of(int fd, const os::Status &info);

}  // namespace og::cli
