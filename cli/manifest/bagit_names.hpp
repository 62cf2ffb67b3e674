// SPDX-License-Identifier: MIT
// Percent-encoded names of BagIt (RFC 8493 section 2.1.3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Decodes %0A and %0D of either case, and %25 unless `line_ends_only`.
std::string percent_decoded(std::string_view name, bool line_ends_only = false);

// Returns the names that the text of a manifest may mean, without repetitions. The first one is that of the
// version of the bag: decoded from version 1.0 on, else the text itself. The others are those that programs
// write which encode nothing, all three characters, or line ends only.
std::vector<std::string> possible_names(std::string_view text, bool version_1);

}  // namespace og::cli
