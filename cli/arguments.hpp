// SPDX-License-Identifier: MIT
// The command line as getopt_long(3) reads it, in words that CLI11 cannot misread.
//
// CLI11 alone knows no abbreviations of options, switches a flag on by --flag=false, reads the
// operand "[a,b]" as a list, "++" as the end of a subcommand and "{}" as nothing, and stops at "--".
#pragma once

#include "find_command.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace og::cli {

// Returns the words for CLI::App::parse, the last one first. Each option has its full name and its
// value behind it; each operand has a mark in front. Throws a CLI::ParseError where the words are
// no command line of the subcommand, and a CLI::FileError where an option has an empty file name.
std::vector<std::string> parser_words(const FoundCommand &found, const std::vector<std::string> &words);

// Adds an operand to a subcommand. The word comes as the user typed it.
CLI::Option *add_operand(CLI::App &app, const std::string &name, std::string &word,
                         const std::string &description);

// Adds a list of one or more operands.
CLI::Option *add_operands(CLI::App &app, const std::string &name, std::vector<std::string> &words,
                          const std::string &description);

}  // namespace og::cli
