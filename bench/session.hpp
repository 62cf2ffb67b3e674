// SPDX-License-Identifier: MIT
// Runs the benchmark: chooses the rows, checks them and times them.
#pragma once

#include "options.hpp"
#include "reports/report.hpp"
#include "select.hpp"
#include "timing/progress.hpp"

namespace og::bench {

// Runs the benchmark. Throws UsageError if a pattern matches nothing, std::runtime_error if the clock is not
// available. A kernel or peer that gives a wrong answer is named in Report::problems and not timed.
Report run_bench(const BenchOptions &options, Progress &progress);

}  // namespace og::bench
