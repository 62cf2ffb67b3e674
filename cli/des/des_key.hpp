// SPDX-License-Identifier: MIT
// Keys and IVs of `oldguard des`, from files and from the command line.
#pragma once

#include "des_options.hpp"
#include "secret.hpp"

namespace og::cli {

using KeyBytes = Secret<24>;

// Whether there is one source of a key; if not, says so, as from `oldguard des SUBCOMMAND`.
bool one_key_given(const DesOptions &options, std::string_view subcommand);

// Reads the key that options.key_file or options.key_hex gives, og_des_key_size(cipher) bytes, and
// applies the checks asked for. A key file holds either exactly that many raw bytes, or twice as
// many hexadecimal digits and at most one line end. False, with the reason printed, on anything
// else.
bool read_key(const DesOptions &options, og_des_cipher cipher, KeyBytes &key);

// Decodes --iv, 16 hexadecimal digits. False, with the reason printed, on anything else.
bool read_iv(const DesOptions &options, std::array<std::uint8_t, 8> &iv);

}  // namespace og::cli
