// SPDX-License-Identifier: MIT
// An open file and its status.
#pragma once

#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace og::cli {

// Owns a descriptor other than that of standard input.
struct OpenFile {
    OpenFile(int opened, const struct stat &at_opening) : fd(opened), status(at_opening) {}
    OpenFile(OpenFile &&other) noexcept : fd(std::exchange(other.fd, -1)), status(other.status) {}
    OpenFile &operator=(OpenFile &&) = delete;
    ~OpenFile() {
        if (fd > STDIN_FILENO) close(fd);
    }

    int fd;
    struct stat status;  // when it was opened
};

}  // namespace og::cli
