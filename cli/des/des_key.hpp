// SPDX-License-Identifier: MIT
// Keys and IVs of `oldguard des`, from files and from the command line.
#pragma once

#include "des_options.hpp"
#include "secret.hpp"

namespace og::cli {

using KeyBytes = Secret<24>;

// Checks that there is one source of a key, and complains if not.
bool one_key_given(const DesOptions &options);

// Reads the key that options.key_file or options.key_hex gives, og_des_key_size(cipher) bytes, and
// applies the checks asked for. A key file holds either exactly that many raw bytes, or twice as
// many hexadecimal digits and at most one line end. `taker` is the option that sets the size, as
// messages say it ("--cipher des"). Returns an exit status: exit_ok, or another with the reason
// printed.
int read_key(const DesOptions &options, og_des_cipher cipher, std::string_view taker, KeyBytes &key);

// Decodes --iv, 16 hexadecimal digits. Complains and returns false on anything else.
bool read_iv(const DesOptions &options, std::array<std::uint8_t, 8> &iv);

}  // namespace og::cli
