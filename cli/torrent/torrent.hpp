// SPDX-License-Identifier: MIT
// A .torrent file in memory, and the position of its files in its pieces.
#pragma once

#include "hashing/file_chain.hpp"
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

// The files and the pieces of the content. The files have their indices in content.files.
class TorrentLayout : public FileChain {
public:
    explicit TorrentLayout(const og_torrent_content &content);

    // Returns the bytes of a piece. Only the last piece may be shorter than the others.
    std::uint64_t piece_size(std::uint64_t piece) const;

    // Returns the pieces of a file: none if the file is empty.
    PieceRange pieces_of(std::size_t file) const;

private:
    const og_torrent_content &content_;
};

}  // namespace og::cli
