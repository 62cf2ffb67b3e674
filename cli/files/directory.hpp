// SPDX-License-Identifier: MIT
// Finds and flushes the directory of a file.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace og::cli {

// Returns the path up to its last slash, or "." without a slash.
inline std::string directory_of(const std::string &path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Flushes the directory of a file to the disk, which makes new, changed and removed names durable. Returns
// false, with errno, after a disk error. A file system or a user that cannot flush directories is not an
// error.
inline bool sync_directory_of(const std::string &path) {
    const int directory = open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return true;
    const bool done = fsync(directory) == 0 || (errno != EIO && errno != ENOSPC && errno != EDQUOT);
    const int error = errno;
    close(directory);
    errno = error;
    return done;
}

}  // namespace og::cli
