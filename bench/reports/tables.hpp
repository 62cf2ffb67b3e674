// SPDX-License-Identifier: MIT
// A report's operations as tables of cells.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// "sha1.blocks", and ", 32-bit" where it is not the word size of the whole report.
std::string title_of(const Report &report, const std::string &op, unsigned bits);

// One operation, the heading first. The first and the last column are text, the others numbers.
std::vector<Cells> table_of(const Report &report, const OpBlock &block);

}  // namespace og::bench
