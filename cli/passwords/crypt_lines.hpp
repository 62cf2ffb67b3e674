// SPDX-License-Identifier: MIT
// Many passwords in one run of `oldguard crypt`.
#pragma once

#include <string>

namespace og::cli {

// Hashes each line SALT:PASSWORD of a file, or of standard input where it is "", and prints a line
// for each. Returns the exit status; what is wrong has been said.
int crypt_lines(const std::string &file);

}  // namespace og::cli
