// SPDX-License-Identifier: MIT
// Text in aligned columns.
#pragma once

#include <string>
#include <vector>

namespace og::cli {

// The rows, the first of them the heading, with two spaces between columns and none at the end of a
// line. The columns named in `right` (from 0) are set flush right.
std::string aligned(const std::vector<std::vector<std::string>> &rows,
                    const std::vector<std::size_t> &right = {});

}  // namespace og::cli
