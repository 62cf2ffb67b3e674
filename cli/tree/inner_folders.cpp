// SPDX-License-Identifier: MIT
#include "inner_folders.hpp"

#include "os/file.hpp"

#include <algorithm>

namespace og::cli {

FolderRef InnerFolders::folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view above = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    if (last_ && above == last_path_) return last_;
    FolderRef folder = root_;
    for (std::string_view rest = above; !rest.empty();) {
        const std::string component(rest.substr(0, rest.find('/')));
        rest.remove_prefix(std::min(component.size() + 1, rest.size()));
        const int fd = os::openat(folder->fd(), component.c_str(),
                                  O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
        if (fd < 0) return nullptr;
        folder = std::make_shared<const Folder>(fd);
    }
    last_ = folder;
    last_path_ = above;
    return folder;
}

}  // namespace og::cli
