// SPDX-License-Identifier: MIT
// What the subcommands say on standard error.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "quote.hpp"

namespace og::cli {

// Prints "oldguard sum: TEXT", one line in one write; "" is the command as a whole.
void complain(std::string_view command, std::string_view text);

// Prints the same about wrong usage, and a line that names the subcommand's --help.
void complain_usage(std::string_view command, std::string_view text);

// "oldguard sum: NAME: No such file or directory".
inline void complain_errno(std::string_view command, std::string_view name, int error) {
    complain(command, fmt::format("{}: {}", shell_quoted(name), std::strerror(error)));
}

// Prints what is wrong with the OLDGUARD_* variables, if anything, and returns whether there was. A file
// of OLDGUARD_TUNE that is left aside gets a line, and is no error.
bool config_is_wrong(std::string_view command);

// Forces a kernel for each of the operations (families such as "sha1." or "des") that it serves.
// False, with the reason printed, when it serves none of them or cannot run here.
bool force_kernel(std::string_view command, const std::string &stem,
                  std::initializer_list<std::string_view> families);

}  // namespace og::cli
