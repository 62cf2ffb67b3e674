// SPDX-License-Identifier: MIT
#include "permissions.hpp"

#include <array>
#include <cerrno>
#include <sys/xattr.h>

namespace og::cli {
namespace {

constexpr const char *access_list = "system.posix_acl_access";

// Says whether the last call failed because the file has no list, or its file system has none.
bool no_list() { return errno == ENODATA || errno == ENOTSUP || errno == ENOSYS; }

}  // namespace

mode_t Permissions::for_group(gid_t other) const {
    if (group == any_group || group == other) return mode;
    const mode_t both = mode & mode >> 3 & 07;
    return (mode & ~mode_t{077}) | both << 3 | both;
}

Permissions permissions_of(int fd, const struct stat &info) {
    // The list is a 4-byte version and 8-byte entries: tag (2 bytes), permissions (2), user or group (4), all
    // little-endian.
    constexpr std::size_t version_size = 4, entry_size = 8;
    constexpr unsigned owner = 1;
    std::array<unsigned char, 4096> list;
    const mode_t mode = info.st_mode & 0777;
    const ssize_t got = fgetxattr(fd, access_list, list.data(), list.size());
    if (got < 0 && no_list()) return {mode, info.st_gid};
    const std::size_t size = got < 0 ? 0 : static_cast<std::size_t>(got);
    mode_t all = size == 0 ? 0 : 07;  // a list that cannot be read grants nothing
    for (std::size_t at = version_size; at + entry_size <= size; at += entry_size)
        if (list[at] != owner) all &= list[at + 2];
    return {(mode & 0700) | all << 3 | all, info.st_gid};
}

bool remove_access_list(int fd) { return fremovexattr(fd, access_list) == 0 || no_list(); }

}  // namespace og::cli
