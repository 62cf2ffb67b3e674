// SPDX-License-Identifier: MIT
// The directory of a file.
#pragma once

#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace og::cli {

// "." or all of the path up to its last slash.
inline std::string directory_of(const std::string &path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A name made, changed or removed is durable once its directory is; not every file system can say
// so, which is no error.
inline void sync_directory_of(const std::string &path) {
    int directory = open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        fsync(directory);
        close(directory);
    }
}

}  // namespace og::cli
