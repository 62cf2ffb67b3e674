// SPDX-License-Identifier: MIT
#include "os/access_list.hpp"

#include <array>
#include <cerrno>
#include <sys/xattr.h>

namespace og::os {
namespace {

constexpr const char *access_list = "system.posix_acl_access";

// Says whether the last call failed because the file has no list, or its file system has none.
bool no_list() { return errno == ENODATA || errno == ENOTSUP || errno == ENOSYS; }

}  // namespace

std::optional<Mode> permissions_by_list(int fd) {
    // The list is a 4-byte version and 8-byte entries: tag (2 bytes), permissions (2), user or group (4), all
    // little-endian.
    constexpr std::size_t version_size = 4, entry_size = 8;
    constexpr unsigned owner = 1;
    std::array<unsigned char, 4096> list;
    const ssize_t got = fgetxattr(fd, access_list, list.data(), list.size());
    if (got < 0 && no_list()) return std::nullopt;
    const std::size_t size = got < 0 ? 0 : static_cast<std::size_t>(got);
    Mode all = size == 0 ? 0 : 07;
    for (std::size_t at = version_size; at + entry_size <= size; at += entry_size)
        if (list[at] != owner) all &= list[at + 2];
    return all;
}

bool remove_access_list(int fd) { return fremovexattr(fd, access_list) == 0 || no_list(); }

}  // namespace og::os
