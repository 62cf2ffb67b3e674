// SPDX-License-Identifier: MIT
// Reports that come from another program: the same command for another word size.
#pragma once

#include "report.hpp"

namespace og::bench {

// The report that as_json made of it. Throws std::runtime_error when the text is none, or of
// another version of oldguard.
Report from_json(const std::string &text);

// Adds the rows of `part`, each beside those of its operation, and what it has to say. Peers that
// `part` lacks stay unmentioned.
void append(Report &report, const Report &part);

}  // namespace og::bench
