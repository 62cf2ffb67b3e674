// SPDX-License-Identifier: MIT
// The result of an audit as one HTML page, which loads nothing from elsewhere.
#pragma once

#include "report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// What the page says beyond the findings.
struct ReportFacts {
    std::string manifest, folder;
    bool complete = true;
    double seconds = 0;
};

// What each page begins with.
inline constexpr std::string_view page_begin =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Audit of ";

std::string report_page(const ReportFacts &facts, const Counts &counts, const std::vector<ReportRow> &rows);

}  // namespace og::cli
