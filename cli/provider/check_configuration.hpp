// SPDX-License-Identifier: MIT
// Loads a configuration as a program with OpenSSL does, and reports which provider serves each algorithm.
#pragma once

#include "configuration.hpp"

#include <optional>
#include <string>

namespace og::cli {

struct ConfigurationCheck {
    std::string module;  // the path of the module, whose algorithms are looked up
    std::string file;    // the configuration; "": the one that programs use
    bool for_node = false;
    std::optional<Serves> expected;  // what the module must serve; nothing: any algorithm
};

// Prints the report. Prints what is wrong on standard error and returns the exit status.
int check_configuration(const ConfigurationCheck &check);

}  // namespace og::cli
