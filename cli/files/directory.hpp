// SPDX-License-Identifier: MIT
// The directory of a file.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace og::cli {

// "." or all of the path up to its last slash.
inline std::string directory_of(const std::string &path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A name made, changed or removed is durable once its directory is. Not every file system can say
// so, nor lets everybody ask, which is no error; false, with errno, on one of the disk.
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
