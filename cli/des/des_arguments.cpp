// SPDX-License-Identifier: MIT
#include "des_arguments.hpp"

namespace og::cli {

void add_key_options(CLI::App &app, DesOptions &options) {
    app.add_option("--key-file", options.key_file, "Raw or hexadecimal key, see below")
        ->type_name("FILE");
    app.add_option("--key-hex", options.key_hex,
                   "The key itself. Every user of this machine can see it in the process"
                   "\nlist, and the shell may keep it in its history: prefer --key-file")
        ->type_name("HEX");
    app.add_flag("--check-parity", options.check_parity, "Refuse a key with a byte of even parity");
    app.add_flag("--check-weak", options.check_weak,
                 "Refuse weak and semi-weak keys, and triples equal to single DES");
}

}  // namespace og::cli
