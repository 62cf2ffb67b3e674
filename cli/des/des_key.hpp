// SPDX-License-Identifier: MIT
// Reads the keys and IVs of `oldguard des` from files and from the command line.
#pragma once

#include "des_options.hpp"
#include "key_file.hpp"
#include "secret.hpp"

namespace og::cli {

using KeyBytes = Secret<24>;

// Returns whether exactly one of --key-file and --key-hex is given. Prints an error if not.
bool one_key_given(const DesOptions &options);

// Reads the key of og_des_key_size(cipher) bytes from options.key_file or options.key_hex and applies the
// requested checks. `taker` is the option that determines the size, for messages ("--cipher des"). Prints the
// reason of an error. Returns an exit status. With `pem` options.key_file may be a text in PEM instead.
int read_key(const DesOptions &options, og_des_cipher cipher, std::string_view taker, KeyBytes &key,
             Pem *pem = nullptr);

// Decodes --iv, 16 hexadecimal digits. Prints an error and returns false for anything else.
bool read_iv(const DesOptions &options, std::array<std::uint8_t, 8> &iv);

}  // namespace og::cli
