// SPDX-License-Identifier: MIT
// Reads or writes a small file as a whole.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Returns whether a file can be written, and changes nothing. Prints the reason if not.
bool can_write_file(std::string_view command, const std::string &name);

// Writes a file completely or not at all. Prints the reason and returns false after an error.
bool write_file(std::string_view command, const std::string &name, std::string_view text);

// Appends the contents of a regular file of at most `most` bytes to text. Returns "" or an error message.
std::string read_whole_file(const char *name, std::size_t most, std::string &text);

}  // namespace og::cli
