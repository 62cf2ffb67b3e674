// SPDX-License-Identifier: MIT
// File names and other words of the user in messages.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// The name as a shell word, the way GNU tools print names on standard error: bare where no
// character needs care (a colon does, since one follows the name), else in single quotes with
// $'\ooo' for what the locale cannot print, or in double quotes where that alone holds an
// apostrophe. What comes out is one line and can be pasted into a shell.
std::string shell_quoted(std::string_view name);

// Returns the same in single quotes where it would be bare.
std::string in_quotes(std::string_view word);

// Returns a text with \ooo for each byte that the locale cannot print: one line.
std::string printable(std::string_view text);

}  // namespace og::cli
