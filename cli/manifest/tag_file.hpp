// SPDX-License-Identifier: MIT
// Reads the tag files of a bag: lines of text in the encoding that bagit.txt names.
#pragma once

#include "lines_of.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

enum class TagEncoding : std::uint8_t { utf_8, iso_8859_1, utf_16 };

// Returns the encoding of a name such as "UTF-8", of either case, or nothing if it is another one.
std::optional<TagEncoding> tag_encoding(std::string_view name);

// Converts a text to UTF-8. UTF-16 is big-endian without a byte order mark. Returns nothing if the text is
// not in the encoding.
std::optional<std::string> to_utf_8(std::string_view text, TagEncoding encoding);

// Reads a file. Returns "" or the complaint "FILE: LINE: REASON" or "FILE: REASON".
std::string read_tag_file(const std::string &file, TagEncoding encoding, const TakeLine &take);

}  // namespace og::cli
