// SPDX-License-Identifier: MIT
// Runs the command `fixity` in place of this process.
#pragma once

#include <string>
#include <vector>

namespace og::cli {

// Returns whether the words of the command line are for `fixity`: all that begin with the word fixity, except
// the question for the help of this subcommand.
bool is_for_fixity(const std::vector<std::string> &words);

// Replaces the process by `fixity` with these arguments. Looks for it beside this command, then in PATH.
// Prints an error and returns the exit status if there is none.
int run_fixity(const std::vector<std::string> &arguments);

}  // namespace og::cli
