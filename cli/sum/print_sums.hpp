// SPDX-License-Identifier: MIT
// Prints the sums of files and folders.
#pragma once

#include "sum_options.hpp"

#include "run_progress.hpp"

namespace og::cli {

// Hashes the files that the options name, prints their lines and the messages about those that could not be
// hashed. Returns the exit status.
int print_sums(const SumOptions &options, HashOptions how, const LineFormat &format, RunProgress &progress);

}  // namespace og::cli
