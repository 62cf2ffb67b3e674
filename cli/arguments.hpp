// SPDX-License-Identifier: MIT
// Operands that the argument parser must not interpret.
//
// CLI11 reads "[a,b]" as a list, "++" as the end of a subcommand, "{}" and "%%" as markers of empty
// lists, and stops at "--" where it should only stop looking for options. File names may be all of
// these, so that such words are marked before parsing and unmarked by whoever takes a file name.
#pragma once

#include <string>
#include <vector>

namespace og::cli {

// The command line after the program's name, ready for CLI::App::parse: last word first, "--" taken
// out, and every word after it, or that CLI11 would misread, marked as an operand.
std::vector<std::string> protected_arguments(int argc, const char *const *argv);

// The word as the user typed it.
std::string operand(const std::string &word);
std::vector<std::string> operands(const std::vector<std::string> &words);

}  // namespace og::cli
