// SPDX-License-Identifier: MIT
// Hashes the pieces of a torrent and compares their digests.
#pragma once

#include "hashing/pipeline.hpp"
#include "sum/run_progress.hpp"
#include "torrent_folder.hpp"

#include <map>

namespace og::cli {

enum class Piece : std::uint8_t {
    unneeded,  // touches no file that is there with the listed size, or the check was stopped
    good,
    corrupt,
    unread,  // a part is missing or could not be read
};

struct PieceResults {
    std::vector<Piece> pieces;
    std::vector<std::uint64_t> attacked;  // the pieces that look like half of a SHA-1 collision
    std::map<std::size_t, int> errors;    // errno of each file that could not be read; 0: it became shorter
    bool complete = true;                 // not stopped by a signal
};

// Checks every piece that touches a file of the listed size. The pipeline hashes several pieces at a time in
// lanes. Sets the totals of the progress.
PieceResults check_pieces(const og_torrent_content &content, const TorrentLayout &layout,
                          const TorrentFolder &folder, const HashOptions &options, RunProgress &progress);

}  // namespace og::cli
