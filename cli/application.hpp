// SPDX-License-Identifier: MIT
// The whole command line of `oldguard`.
#pragma once

#include "find_command.hpp"

#include <CLI/CLI.hpp>

namespace og::cli {

// Adds all subcommands to an empty application. The callback of the one that is parsed sets `status`.
void build_application(CLI::App &app, int &status);

// Parses the words behind the program's name and so runs `found`, their subcommand. Prints what is
// wrong with them.
void parse_arguments(CLI::App &app, const FoundCommand &found, const std::vector<std::string> &words,
                     int &status);

}  // namespace og::cli
