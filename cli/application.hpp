// SPDX-License-Identifier: MIT
// Builds and parses the command line of `oldguard`.
#pragma once

#include "find_command.hpp"

#include <CLI/CLI.hpp>

namespace og::cli {

// Adds all subcommands to an empty application. The callback of the parsed subcommand sets `status`.
void build_application(CLI::App &app, int &status);

// Parses the words after the program's name and runs `found`, their subcommand. Prints usage errors.
void parse_arguments(CLI::App &app, const FoundCommand &found, const std::vector<std::string> &words,
                     int &status);

}  // namespace og::cli
