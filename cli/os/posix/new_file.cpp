// SPDX-License-Identifier: MIT
#include "os/new_file.hpp"

#include <fmt/format.h>

#include <cerrno>

namespace og::os {

int open_unnamed(const char *) {
    errno = ENOTSUP;
    return -1;
}

std::string path_of(int fd) { return fmt::format("/dev/fd/{}", fd); }

bool link_as(int, const char *) {
    errno = ENOTSUP;
    return false;
}

// link(2) fails if the name exists. A file system without links gets a rename.
bool rename_to_new(const char *from, const char *to) {
    if (link(from, to) == 0) return unlink(from) == 0;
    Status info;
    if ((errno != ENOTSUP && errno != EPERM) || lstat(to, &info) == 0) return false;
    return rename(from, to) == 0;
}

bool open_for_writing(int) { return false; }

}  // namespace og::os
