// SPDX-License-Identifier: MIT
// Prints messages to standard error.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "quote.hpp"

namespace og::cli {

// The name of this program in messages: "oldguard", or "oldguard32" for the program of cli/thirtytwo.
inline const char *program_name = "oldguard";

// Prints the line "oldguard COMMAND: TEXT" in one write, or "oldguard: TEXT" if command is "".
void complain(std::string_view command, std::string_view text);

// Prints the same and a second line that refers to the subcommand's --help. For usage errors.
void complain_usage(std::string_view command, std::string_view text);

// Prints a line such as "oldguard sum: NAME: No such file or directory".
inline void complain_errno(std::string_view command, std::string_view name, int error) {
    complain(command, fmt::format("{}: {}", shell_quoted(name), std::strerror(error)));
}

// Returns how many entries of a walk were passed over because they are no files.
std::string others_text(std::uint64_t count);

// Prints the same, unless the count is 0.
void complain_others(std::string_view command, std::uint64_t count);

}  // namespace og::cli
