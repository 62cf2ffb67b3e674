// SPDX-License-Identifier: MIT
// Reads the report of another program: the same command for another word size.
#pragma once

#include "report.hpp"

namespace og::bench {

// Returns the report from which as_json made the text. Throws std::runtime_error if the text is not a report,
// or is one of another version of oldguard.
Report from_json(const std::string &text);

// Adds the rows of `part`, each after those of its operation, and its notes and problems. Adds the peers that
// took part, but not the missing ones.
void append(Report &report, const Report &part);

}  // namespace og::bench
