// SPDX-License-Identifier: MIT
#include "permissions.hpp"

#include "os/access_list.hpp"

namespace og::cli {

os::Mode Permissions::for_group(os::Group other) const {
    if (group == any_group || group == other) return mode;
    const os::Mode both = mode & mode >> 3 & 07;
    return (mode & ~os::Mode{077}) | both << 3 | both;
}

Permissions permissions_of(int fd, const os::Status &info) {
    const os::Mode mode = info.st_mode & 0777;
    if (const auto all = os::permissions_by_list(fd))
        return {static_cast<os::Mode>((mode & 0700) | *all << 3 | *all), info.st_gid};
    return {mode, info.st_gid};
}

}  // namespace og::cli
