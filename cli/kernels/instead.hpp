// SPDX-License-Identifier: MIT
// What serves an operation of which no kernel serves.
#pragma once

#include <string>

namespace og::cli {

// Returns the operation that serves instead, as in "sha1.blocks serves, one by one", or the reason why none
// does.
std::string instead_of(const std::string &op, int status);

// Returns a line for each operation among `op` ("": all) of which no kernel serves. Returns "" if an
// OLDGUARD_* variable is invalid, because nothing serves then.
std::string lines_without_kernel(const std::string &op);

}  // namespace og::cli
