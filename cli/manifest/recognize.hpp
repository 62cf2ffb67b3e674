// SPDX-License-Identifier: MIT
// Recognizes the format of a manifest by its first lines.
#pragma once

#include "manifest.hpp"

#include <optional>
#include <string>
#include <string>
#include <string_view>

namespace og::cli {

// Returns the format that a line determines, or nothing if the next line must be looked at: this one is empty
// or a comment. `line` is the first line, or all lines before had no format. GNU and BSD lines are one format
// here: gnu.
std::optional<ManifestFormat> format_of(std::string_view line);

// Returns the folder of the bag whose manifest this file is, or "".
std::string bag_of(const std::string &file);

// Returns whether a text begins as a torrent does: with a dictionary in bencode and its first key, whole
// ("d8:announce"). A digest in hexadecimal digits never does, because it has no colon.
bool begins_as_torrent(std::string_view text);

// Returns whether an open regular file begins as a torrent does, or nothing with errno if it cannot be read.
// The first key must be within 512 bytes. The offset of the descriptor stays.
std::optional<bool> starts_as_torrent(int fd);

}  // namespace og::cli
