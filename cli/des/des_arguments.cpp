// SPDX-License-Identifier: MIT
#include "des_arguments.hpp"

namespace og::cli {

void add_key_options(CLI::App &app, DesOptions &options) {
    app.add_option("--key-file", options.key_file, "Raw or hexadecimal key, see below")->type_name("FILE");
    app.add_option("--key-hex", options.key_hex,
                   "The key itself. Every user of this machine can see it in the process"
                   "\nlist, and the shell may keep it in its history: prefer --key-file")
        ->type_name("HEX");
    app.add_flag("--check-parity", options.check_parity, "Refuse a key with a byte of even parity");
    app.add_flag("--check-weak", options.check_weak,
                 "Refuse weak and semi-weak keys, and triples equal to single DES");
}

void add_progress_options(CLI::App &app, DesOptions &options) {
    app.add_flag("--progress", options.progress,
                 "Show MiB, percent, MiB/s and the time left on standard error. Without this,"
                 "\nonly on a terminal and after a second");
    app.add_flag("--quiet", options.quiet, "Never show them");
}

void add_threads_option(CLI::App &app, DesOptions &options) {
    app.add_option("--threads", options.threads, "Threads to take, 1 to 64; 2 where not given")
        ->check(CLI::Range(1u, 64u).description(""))
        ->type_name("N");
}

}  // namespace og::cli
