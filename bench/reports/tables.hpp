// SPDX-License-Identifier: MIT
// Formats the operations of a report as tables of cells.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <vector>

namespace og::bench {

// Returns the cells of one operation. The first row is the heading. The first and the last column are text,
// the others numbers.
std::vector<Cells> table_of(const Report &report, const OpBlock &block);

}  // namespace og::bench
