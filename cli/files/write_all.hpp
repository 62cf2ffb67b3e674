// SPDX-License-Identifier: MIT
// Repeats write(2) until all data are written.
#pragma once

#include "os/file.hpp"

#include <cerrno>
#include <cstddef>

namespace og::cli {

// Writes size bytes. Returns the number written, which is smaller than size only after an error, with errno.
inline std::size_t write_all(int fd, const void *data, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t put = os::write(fd, static_cast<const char *>(data) + done, size - done);
        if (put < 0 && errno != EINTR) break;
        done += put < 0 ? 0 : static_cast<std::size_t>(put);
    }
    return done;
}

}  // namespace og::cli
