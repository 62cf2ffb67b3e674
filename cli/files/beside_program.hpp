// SPDX-License-Identifier: MIT
// Files that are installed with this program.
#pragma once

#include <initializer_list>
#include <string>

namespace og::cli {

// Returns the absolute path of the first of these files that exists, each relative to the folder of this
// program or absolute. Returns "" if none exists or that folder is unknown.
std::string beside_program(std::initializer_list<std::string> files);

}  // namespace og::cli
