// SPDX-License-Identifier: MIT
#include "des_arguments.hpp"

namespace og::cli {

void add_key_options(Command &command, DesOptions &options) {
    command.add_option("--key-file", options.key_file, "File with the raw or hexadecimal key, see below")
        ->type_name("FILE");
    command
        .add_option("--key-hex", options.key_hex,
                    "The key in hexadecimal. Every user of this machine can see it in the"
                    "\nprocess list, and the shell may keep it in its history: prefer --key-file")
        ->type_name("HEX");
    command.add_flag("--check-parity", options.check_parity, "Reject a key that has a byte of even parity");
    command.add_flag("--check-weak", options.check_weak,
                     "Reject weak and semi-weak keys, and Triple DES keys that reduce to single DES");
}

void add_raw_option(Command &command, DesOptions &options) {
    command.add_flag("--raw", options.raw,
                     "Decrypt input that begins as another format, such as openssl enc's, too");
}

void add_progress_options(Command &command, DesOptions &options) {
    command.add_flag("--progress", options.progress,
                     "Show MiB, percent, MiB/s and the time left on standard error. Without this"
                     "\noption they are shown only on a terminal, after the first second");
    command.add_flag("--quiet", options.quiet, "Never show progress");
}

void add_threads_option(Command &command, DesOptions &options) {
    command.add_option("--threads", options.threads, "Number of threads, 1 to 64 (default: 2)")
        ->check(in_range(1u, 64u))
        ->type_name("N");
}

}  // namespace og::cli
