// SPDX-License-Identifier: MIT
// `oldguard audit` with a torrent as the manifest.
#pragma once

#include "hashing/pipeline.hpp"

#include <string>

namespace og::cli {

struct TorrentAuditOptions {
    bool verbose = false;   // print the files that are ok, too
    bool json = false;      // print JSON lines
    bool progress = false;  // show the progress on standard error
    HashOptions hash;
};

// Compares the files of a torrent with a folder, which is the content or has it under the torrent's name.
// Prints the result. Returns the exit status: 0 all as listed, 1 a difference, 2 a torrent or folder that
// cannot be read, 3 stopped by a signal.
int audit_torrent(const std::string &torrent, const std::string &folder, const TorrentAuditOptions &options);

}  // namespace og::cli
