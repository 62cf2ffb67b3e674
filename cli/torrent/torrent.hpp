// SPDX-License-Identifier: MIT
// A .torrent file in memory, and the position of its files in its pieces.
#pragma once

#include "module.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

using TorrentContent = std::unique_ptr<const og_torrent_content, og_torrent_free_function *>;

// Parses the text of a .torrent file with the module oldguard_torrent.so, which is loaded for the first one
// and never unloaded. Returns NULL and writes the reason to `why` if there is no module or the torrent is
// refused.
TorrentContent parse_torrent(std::string_view text, std::string &why);

// The pieces that contain bytes of a file: [first, end).
struct PieceRange {
    std::uint64_t first, end;
};

// Maps offsets in the content to files.
class TorrentLayout {
public:
    // A part of one file.
    struct Span {
        std::size_t file;      // index in content.files
        std::uint64_t offset;  // in the file, in bytes
        std::uint64_t size;    // in bytes, at least 1
    };

    explicit TorrentLayout(const og_torrent_content &content);

    std::uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }

    // Returns the bytes of a piece. Only the last piece may be shorter than the others.
    std::uint64_t piece_size(std::uint64_t piece) const;

    // Returns the parts of files that have the `size` bytes at `offset`, in order.
    std::vector<Span> spans(std::uint64_t offset, std::uint64_t size) const;

    // Returns the pieces of a file: none if the file is empty.
    PieceRange pieces_of(std::size_t file) const;

private:
    const og_torrent_content &content_;
    std::vector<std::uint64_t> ends_;  // of each file, in the content
};

}  // namespace og::cli
