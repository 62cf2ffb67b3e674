// SPDX-License-Identifier: MIT
// Parses the command line as getopt_long(3) does.
#pragma once

#include "find_command.hpp"

#include <string>
#include <vector>

namespace og::cli {

// Thrown if the value of an option is an empty file name.
struct NoSuchFile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Reads the options and operands of a subcommand and passes their values on. Returns the option that ends the
// command line, --help or --version, or NULL. Throws UsageError and NoSuchFile.
const Option *read_arguments(const FoundCommand &found, const std::vector<std::string> &words);

}  // namespace og::cli
