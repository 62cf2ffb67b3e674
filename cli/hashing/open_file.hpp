// SPDX-License-Identifier: MIT
// An open file and its status.
#pragma once

#include "os/file.hpp"

#include <utility>

namespace og::cli {

// Owns a descriptor other than that of standard input.
struct OpenFile {
    OpenFile(int opened, const os::Status &at_opening) : fd(opened), status(at_opening) {}
    OpenFile(OpenFile &&other) noexcept : fd(std::exchange(other.fd, -1)), status(other.status) {}
    OpenFile &operator=(OpenFile &&) = delete;
    ~OpenFile() {
        if (fd > STDIN_FILENO) os::close(fd);
    }

    int fd;
    os::Status status;  // when it was opened
};

}  // namespace og::cli
