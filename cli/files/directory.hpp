// SPDX-License-Identifier: MIT
// Finds and flushes the directory of a file.
#pragma once

#include "os/file.hpp"

#include <string>

namespace og::cli {

// Returns the path up to its last slash, or "." without a slash.
inline std::string directory_of(const std::string &path) {
    const std::size_t slash = os::last_separator(path);
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Flushes the directory of a file, as os::sync_folder() does.
inline bool sync_directory_of(const std::string &path) { return os::sync_folder(directory_of(path)); }

}  // namespace og::cli
