// SPDX-License-Identifier: MIT
// Formats text in aligned columns.
#pragma once

#include <string>
#include <vector>

namespace og::cli {

// Returns the rows as lines, with two spaces between columns and none at the end of a line. The first row is
// the heading. The columns in `right`, counted from 0, are right-aligned.
std::string aligned(const std::vector<std::vector<std::string>> &rows,
                    const std::vector<std::size_t> &right = {});

}  // namespace og::cli
