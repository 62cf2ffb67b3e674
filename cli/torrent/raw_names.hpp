// SPDX-License-Identifier: MIT
// Compares the files of a torrent as they are written in it with those that libtorrent-rasterbar returns.
//
// libtorrent repairs names without a message: "../../evil" becomes "....evil", and the second of two equal
// paths gets another name. A check of repaired names would be a check of other files.
#pragma once

#include <libtorrent/bdecode.hpp>
#include <libtorrent/file_storage.hpp>

#include <string>

namespace og::torrent {

// Returns "" if every name, path and size of the info dictionary equals that of `files`, else the reason why
// not, such as "the name '../evil' is not safe".
std::string difference_from_raw(const libtorrent::bdecode_node &info, const libtorrent::file_storage &files);

}  // namespace og::torrent
