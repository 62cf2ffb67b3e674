// SPDX-License-Identifier: MIT
#include "os/new_file.hpp"

#include <cerrno>

namespace og::os {

bool give_to(int fd, User owner, Group group) {
    return fchown(fd, owner, group) == 0 || errno == EPERM || errno == EINVAL;
}

bool set_mode(int fd, Mode mode) { return fchmod(fd, mode) == 0; }

}  // namespace og::os
