// SPDX-License-Identifier: MIT
// Quotes file names and other words of the user for messages.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Returns the name as a shell word, as GNU tools print it: unquoted if no character needs quoting (a colon
// does, because one follows the name), in double quotes if it contains an apostrophe and otherwise only plain
// characters and spaces, else in single quotes with $'\ooo' for bytes that the locale cannot print. The
// result is one line and can be pasted into a shell.
std::string shell_quoted(std::string_view name);

// Returns the same, but in single quotes if it would be unquoted.
std::string in_quotes(std::string_view word);

// Replaces each byte that the locale cannot print by \ooo. The result is one line.
std::string printable(std::string_view text);

}  // namespace og::cli
