// SPDX-License-Identifier: MIT
#include "twin_finder.hpp"

#include "os/file.hpp"
#include "os/folder.hpp"
#include "text/canonical_name.hpp"

#include <algorithm>

namespace og::cli {

std::string TwinFinder::find(const std::string &name) {
    constexpr std::size_t longest = 4095;  // PATH_MAX of Linux without the NUL
    os::Status status;
    const bool is_ascii =
        std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (is_ascii || name.size() > longest || os::lstat(name.c_str(), &status) == 0) return "";
    std::string path;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string component = name.substr(at, end - at);
        if (component.empty() || os::lstat((path + component).c_str(), &status) == 0) {
            path += component;
        } else {
            const ByName<std::string> &entries = entries_of(path);
            const auto twin = entries.find(canonical_name(component));
            if (twin == entries.end()) return "";
            path += twin->second;
        }
        if (end < name.size()) path += '/';
        at = end + 1;
    }
    return path;
}

// Returns the entries of a folder, a path with a slash or "". Each folder is listed once.
const TwinFinder::ByName<std::string> &TwinFinder::entries_of(const std::string &path) {
    const auto [found, is_new] = folders_.try_emplace(path);
    if (!is_new) return found->second;
    const int fd = os::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return found->second;
    os::list_folder(fd, [&entries = found->second](const char *name, os::EntryType) {
        entries.emplace(canonical_name(name), name);
    });
    os::close(fd);
    return found->second;
}

}  // namespace og::cli
