// SPDX-License-Identifier: MIT
// The command line of `oldguard`.
#pragma once

#include "find_command.hpp"

namespace og::cli {

// Returns the whole command, with all subcommands.
Command command_tree();

// Parses the words after the program's name for `found`, their subcommand. Answers --help and --version, and
// prints usage errors. Returns whether the subcommand has to run, else its exit status in `status`.
bool parse_arguments(const FoundCommand &found, const std::vector<std::string> &words, int &status);

}  // namespace og::cli
