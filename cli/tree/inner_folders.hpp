// SPDX-License-Identifier: MIT
// Opens the folders below one, and follows no symbolic link.
#pragma once

#include "files/folder.hpp"

#include <string>
#include <string_view>

namespace og::cli {

class InnerFolders {
public:
    explicit InnerFolders(FolderRef root) : root_(std::move(root)) {}

    // Returns the folder of a file whose path is relative to the root, or nothing with errno.
    FolderRef folder_of(std::string_view path);

private:
    FolderRef root_, last_;
    std::string last_path_;
};

}  // namespace og::cli
