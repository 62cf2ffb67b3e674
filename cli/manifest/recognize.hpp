// SPDX-License-Identifier: MIT
// Recognizes the format of a manifest by its first lines.
#pragma once

#include "manifest.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// Returns the format that a line determines, or nothing if the next line must be looked at: this one is empty
// or a comment. `line` is the first line, or all lines before had no format. GNU and BSD lines are one format
// here: gnu.
std::optional<ManifestFormat> format_of(std::string_view line);

// Stores the format of a regular file or of the folder of a bag, and gnu for everything else. Returns 0, or
// the errno of the call that failed.
int format_of_file(const std::string &file, ManifestFormat &format);

// Returns whether a file begins as a torrent does: a dictionary in bencode ("d8:announce").
bool begins_as_torrent(std::string_view text);

}  // namespace og::cli
