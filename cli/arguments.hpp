// SPDX-License-Identifier: MIT
// Parses the command line as getopt_long(3) does and translates it into words that CLI11 cannot misread.
//
// CLI11 alone does not accept abbreviated options, turns a flag on for --flag=false, reads the operand
// "[a,b]" as a list, "++" as the end of a subcommand and "{}" as an empty value, and stops at "--".
#pragma once

#include "find_command.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace og::cli {

// Returns the words for CLI::App::parse, in reverse order. Options have their full names, followed by their
// values. Operands start with a mark. Throws CLI::ParseError if the command line is invalid, and
// CLI::FileError if the value of an option is an empty file name.
std::vector<std::string> parser_words(const FoundCommand &found, const std::vector<std::string> &words);

// Lets the last value of each option of a subcommand count, as in coreutils. An option that names an output
// remains one that can be given once only.
void last_values_count(CLI::App &app);

// Adds an operand to a subcommand. `word` receives it as the user typed it.
CLI::Option *add_operand(CLI::App &app, const std::string &name, std::string &word,
                         const std::string &description);

// Adds a list of one or more operands.
CLI::Option *add_operands(CLI::App &app, const std::string &name, std::vector<std::string> &words,
                          const std::string &description);

}  // namespace og::cli
