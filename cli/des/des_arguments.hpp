// SPDX-License-Identifier: MIT
// Adds the options that several subcommands of `oldguard des` have.
#pragma once

#include "command.hpp"
#include "des_options.hpp"

namespace og::cli {

// What to write instead of another name for a cipher ("3des", openssl's "des-ede3-cbc"), a mode, a cipher and
// a mode joined by a hyphen, or a padding. "" if nothing is known about the name.
std::string cipher_hint(std::string name);
std::string mode_hint(std::string name);
std::string from_hint(std::string name);
std::string padding_hint(std::string name);

// Says why there is no IV of sectors by this name, or "".
std::string sector_iv_hint(std::string name);

// Adds --key-file, --key-hex, --check-parity and --check-weak.
void add_key_options(Command &command, DesOptions &options);

// Adds --key-fill, --iv and --padding.
void add_block_options(Command &command, DesOptions &options);

// Adds --format and what --format openssl has.
void add_format_options(Command &command, DesOptions &options);

// Adds --kernel.
void add_kernel_option(Command &command, DesOptions &options);

// Adds --sector-iv, --sector-size and --first-sector.
void add_sector_options(Command &command, DesOptions &options);

// Adds --raw.
void add_raw_option(Command &command, DesOptions &options);

// Adds --progress and --quiet.
void add_progress_options(Command &command, DesOptions &options);

// Adds --jobs.
void add_threads_option(Command &command, DesOptions &options);

}  // namespace og::cli
