// SPDX-License-Identifier: MIT
// Adds the options that several subcommands of `oldguard des` have. Separate from des_options.hpp, because
// the parser's header takes long to compile and most users of the options do not need it.
#pragma once

#include "des_options.hpp"
#include "one_of.hpp"

#include <CLI/CLI.hpp>

namespace og::cli {

// Adds --key-file, --key-hex, --check-parity and --check-weak.
void add_key_options(CLI::App &app, DesOptions &options);

// Adds --progress and --quiet.
void add_progress_options(CLI::App &app, DesOptions &options);

// Adds --threads.
void add_threads_option(CLI::App &app, DesOptions &options);

}  // namespace og::cli
