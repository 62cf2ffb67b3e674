// SPDX-License-Identifier: MIT
// Chooses the rows of a run, checks each kernel and peer, and prepares the work to be timed.
#pragma once

#include "operations/arena.hpp"
#include "options.hpp"
#include "reports/report.hpp"
#include "select.hpp"
#include "timing/progress.hpp"

#include <map>
#include <string>
#include <vector>

namespace og::bench {

struct Plan {
    Arena arena;                 // input and output of every row
    Report report;               // the rows, still without figures
    std::vector<Series> series;  // one for each row of the report
};

// Makes the plan. Throws UsageError if a pattern matches nothing. A kernel or peer that gives a wrong answer
// gets no row and is named in Report::problems.
Plan make_plan(const BenchOptions &options, Progress &progress);

// Maps a reason to the names it applies to. A name maps to its sizes, or to none if it applies to all.
using Reasons = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

// Adds a note "WHAT REASON: NAME SIZE, ...; NAME" for each reason.
void note_each(Report &report, const Reasons &reasons, const char *what);

}  // namespace og::bench
