// SPDX-License-Identifier: MIT
// What the subcommands of `oldguard des` let the parser know alike. Apart from des_options.hpp,
// because the parser's header takes longer to compile than all that works with the options.
#pragma once

#include "des_options.hpp"
#include "one_of.hpp"

#include <CLI/CLI.hpp>

namespace og::cli {

// Adds --key-file, --key-hex and the checks of a key.
void add_key_options(CLI::App &app, DesOptions &options);

// Adds --progress and --quiet.
void add_progress_options(CLI::App &app, DesOptions &options);

// Adds --threads.
void add_threads_option(CLI::App &app, DesOptions &options);

}  // namespace og::cli
