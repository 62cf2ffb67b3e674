// SPDX-License-Identifier: MIT
// Formats the operations of a report as tables of cells.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// Returns "sha1.blocks", followed by ", 32-bit" if the report is of 32-bit code.
std::string title_of(const Report &report, const std::string &op);

// Returns the cells of one operation. The first row is the heading. The first and the last column are text,
// the others numbers.
std::vector<Cells> table_of(const Report &report, const OpBlock &block);

}  // namespace og::bench
