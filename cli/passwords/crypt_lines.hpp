// SPDX-License-Identifier: MIT
// `oldguard crypt --lines`.
#pragma once

#include <string>

namespace og::cli {

// Hashes each line SALT:PASSWORD of a file, or of standard input if `file` is "", and prints one hash per
// line. Prints an error message if needed. Returns the exit status.
int crypt_lines(const std::string &file);

}  // namespace og::cli
