// SPDX-License-Identifier: MIT
// Finds the files in a folder that a torrent does not list.
#pragma once

#include "os/file.hpp"
#include "torrent_folder.hpp"

namespace og::cli {

struct UnlistedFile {
    std::string name;  // relative to the folder
    std::uint64_t size = 0;
    int error = 0;  // errno if it is an entry that cannot be opened or examined
};

// Returns the files in the order of a walk. The file `except`, such as the .torrent file itself, and the pad
// files that some clients write are not returned. A single file has no folder of its own, and nothing is
// returned.
std::vector<UnlistedFile> unlisted_files(const og_torrent_content &content, const TorrentFolder &folder,
                                         const os::Status &except);

}  // namespace og::cli
