// SPDX-License-Identifier: MIT
// Turns the results of pieces into one verdict for each file of a torrent.
#pragma once

#include "pieces.hpp"

#include <string>
#include <vector>

namespace og::cli {

struct TorrentVerdict {
    enum Status {
        unknown,  // a symbolic link or a pad file, or the check was stopped
        ok,
        corrupt,  // the digest of at least one of its pieces differs
        size_differs,
        missing,
        unreadable,  // or not checked, because a piece has bytes of another file that is
    };

    Status status = unknown;
    std::vector<PieceRange> corrupt_pieces;  // the pieces whose digest differs
    std::vector<PieceRange> unread_pieces;   // the pieces that could not be read
    bool attacked = false;                   // a piece looks like half of a SHA-1 collision
    std::string why;                         // the reason of `unreadable`
    int error = 0;                           // its errno, if it has one
};

// Returns one verdict for each file. A piece that spans files counts for all of them.
std::vector<TorrentVerdict> judge_files(const og_torrent_content &content, const TorrentLayout &layout,
                                        const TorrentFolder &folder, const PieceResults &results);

// Returns the ranges as text, such as "12-14, 20". Pieces are counted from 0.
std::string to_text(const std::vector<PieceRange> &ranges);

}  // namespace og::cli
