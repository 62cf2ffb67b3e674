// SPDX-License-Identifier: MIT
#include "os/wakeup.hpp"

#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace og::os {

Wakeup::Wakeup() : read_(eventfd(0, EFD_CLOEXEC)), write_(read_) {}

Wakeup::~Wakeup() {
    if (read_ >= 0) close(read_);
}

void Wakeup::wake() {
    if (write_ >= 0) eventfd_write(write_, 1);
}

bool Wakeup::wait_for_input(int fd) {
    struct pollfd both[]{{fd, POLLIN, 0}, {read_, POLLIN, 0}};  // poll ignores a negative descriptor
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
}

}  // namespace og::os
