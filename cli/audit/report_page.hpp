// SPDX-License-Identifier: MIT
// The result of an audit as one HTML page, which loads nothing from elsewhere.
#pragma once

#include "report.hpp"

#include <string>
#include <vector>

namespace og::cli {

// What the page says beyond the findings.
struct ReportFacts {
    std::string manifest, folder;
    bool complete = true;
    double seconds = 0;
};

std::string report_page(const ReportFacts &facts, const Counts &counts, const std::vector<ReportRow> &rows);

}  // namespace og::cli
