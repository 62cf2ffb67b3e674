// SPDX-License-Identifier: MIT
// Prints the result of an audit.
#pragma once

#include "findings.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace og::cli {

// Files and bytes.
struct Count {
    std::uint64_t files = 0, bytes = 0;
};

// The files by status. Each listed file and each unlisted file that was found counts once, except that the
// new place of a moved file does not count. Those with `attacked` count there as well.
struct Counts {
    std::array<Count, status_names.size()> by_status;
    Count attacked;

    const Count &of(Status status) const { return by_status[static_cast<std::size_t>(status)]; }
    bool all_good() const;
};

Counts count(const Manifest &manifest, const Findings &findings, bool complete);

struct ReportOptions {
    bool verbose = false;  // include the files that are ok or skipped
    bool json = false;     // JSON lines of all files, and the summary
    bool complete = true;  // else unlisted files are left out, and listed ones that are not decided
};

// A file that is not as listed, as text.
struct ReportRow {
    Status status;
    bool attacked;
    std::string text;  // the name and what belongs to it, such as "a -> b"
};

// Returns the files that are not as listed, in the order of their names. Copied folders are one row.
std::vector<ReportRow> report_rows(const Manifest &manifest, const Findings &findings, bool complete);

// Prints the files in the order of their names (memcmp). In JSON, the summary follows. Returns false after an
// error of standard output.
bool print_report(const Manifest &manifest, const Findings &findings, const Counts &counts,
                  const ReportOptions &options, double seconds);

// Returns the last line of JSON.
std::string json_summary(const Counts &counts, bool complete, double seconds);

// Returns the summary for people: "3 ok (120 bytes), 1 missing".
std::string summary_text(const Counts &counts);

}  // namespace og::cli
