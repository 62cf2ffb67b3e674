// SPDX-License-Identifier: MIT
// Finds the subcommand on the command line, and the name nearest to an unknown word.
#pragma once

#include "command.hpp"

#include <string>
#include <vector>

namespace og::cli {

struct FoundCommand {
    Command *command;       // the subcommand, or the whole command
    std::string path;       // "", "des", "des encrypt"
    std::size_t words = 0;  // number of words in the path
};

// Returns the subcommand that the first words name.
FoundCommand find_command(Command &root, const std::vector<std::string> &words);

// Returns the names of a command's subcommands: "sum, des, ...".
std::string subcommand_names(Command &command);

// Returns the error message about a word that is neither a subcommand nor an option, with a suggestion if a
// name is similar.
std::string no_such_command(const FoundCommand &found, const std::string &word);

}  // namespace og::cli
