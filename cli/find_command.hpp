// SPDX-License-Identifier: MIT
// The subcommand that words name, and the message about a word that names none.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace og::cli {

struct FoundCommand {
    const CLI::App *app;    // the last subcommand that was named, or the whole command
    std::string path;       // "", "des", "des encrypt"
    std::size_t words = 0;  // how many words named it
};

// Follows the words from the first on, as far as they name subcommands.
FoundCommand find_command(const CLI::App &root, const std::vector<std::string> &words);

// Returns the names of an application's subcommands: "sum, des, ...".
std::string subcommand_names(const CLI::App &app);

// Says that a word names neither a subcommand nor an option of what was found, and which name is
// nearest.
std::string no_such_command(const FoundCommand &found, const std::string &word);

}  // namespace og::cli
