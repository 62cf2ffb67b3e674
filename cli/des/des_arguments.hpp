// SPDX-License-Identifier: MIT
// Adds the options that several subcommands of `oldguard des` have.
#pragma once

#include "command.hpp"
#include "des_options.hpp"

namespace og::cli {

// Adds --key-file, --key-hex, --check-parity and --check-weak.
void add_key_options(Command &command, DesOptions &options);

// Adds --raw.
void add_raw_option(Command &command, DesOptions &options);

// Adds --progress and --quiet.
void add_progress_options(Command &command, DesOptions &options);

// Adds --threads.
void add_threads_option(Command &command, DesOptions &options);

}  // namespace og::cli
