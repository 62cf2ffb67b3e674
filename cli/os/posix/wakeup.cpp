// SPDX-License-Identifier: MIT
#include "os/wakeup.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace og::os {

Wakeup::Wakeup() {
    int ends[2];
    if (pipe(ends) != 0) return;
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    read_ = ends[0];
    write_ = ends[1];
}

Wakeup::~Wakeup() {
    if (read_ >= 0) close(read_);
    if (write_ >= 0) close(write_);
}

void Wakeup::wake() {
    if (write_ >= 0) (void)!write(write_, "", 1);  // a full pipe wakes, too
}

bool Wakeup::wait_for_input(int fd) {
    struct pollfd both[]{{fd, POLLIN, 0}, {read_, POLLIN, 0}};  // poll ignores a negative descriptor
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
}

}  // namespace og::os
