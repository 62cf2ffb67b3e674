// SPDX-License-Identifier: MIT
// A small file that is read or written in one piece. It is written completely or not at all.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Both return false when the file cannot be written, with the reason on standard error. The first leaves
// everything as it was.
bool can_write_file(std::string_view command, const std::string &name);
bool write_file(std::string_view command, const std::string &name, std::string_view text);

// Reads a regular file of at most `most` bytes into text. Returns "", or what is wrong.
std::string read_whole_file(const char *name, std::size_t most, std::string &text);

}  // namespace og::cli
