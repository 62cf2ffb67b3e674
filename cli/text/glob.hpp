// SPDX-License-Identifier: MIT
// Patterns of names, by the rules of gitignore(5).
#pragma once

#include <string_view>

namespace og::cli {

// Returns whether a whole path matches. In a pattern, ? is a byte and * any bytes, both without a slash.
// [a-z] and [!a-z] are sets of bytes without a slash. A backslash takes the next byte as it is. ** as a whole
// component is any number of folders, and as the last one everything below. Takes time proportional to the
// product of both sizes, however many stars there are.
bool matches_glob(std::string_view pattern, std::string_view path);

// Returns "" or the reason why a pattern is malformed.
std::string_view fault_of_glob(std::string_view pattern);

// Returns whether a text has a character that is special in a pattern.
bool is_glob(std::string_view text);

}  // namespace og::cli
