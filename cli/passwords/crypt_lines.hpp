// SPDX-License-Identifier: MIT
// `oldguard crypt --lines`.
#pragma once

#include <cstdint>
#include <string>

namespace og::cli {

// Hashes each line SALT:PASSWORD of a file, or of standard input if `file` is "", and prints one hash per
// line. most: iterations of BSDi's form. Prints an error message if needed. Returns the exit status.
int crypt_lines(const std::string &file, std::uint64_t most);

}  // namespace og::cli
