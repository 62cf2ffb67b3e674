// SPDX-License-Identifier: MIT
// A report's operations as tables of cells.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// Returns "sha1.blocks", with ", 32-bit" where that is not the word size of the whole report.
std::string title_of(const Report &report, const std::string &op, unsigned bits);

// Returns the cells of one operation, the heading first. The first and the last column are text, the
// others numbers.
std::vector<Cells> table_of(const Report &report, const OpBlock &block);

}  // namespace og::bench
