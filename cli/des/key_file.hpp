// SPDX-License-Identifier: MIT
// Keys as users hand them over, of whatever cipher.
#pragma once

#include "seal.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// In these `source` is what the key comes from, as messages say it ("--key-file k"), and `taker` what
// takes it ("--cipher des").

// Decodes exactly 2 * size hexadecimal digits. Returns what is wrong with any other text, or "".
// Never repeats the text: it may be a key.
std::string decode_key(std::string_view text, std::string_view taker, std::size_t size, std::uint8_t *key);

// Reads a file that holds exactly size raw bytes, or 2 * size digits and at most one line end.
// Complains and returns false on any other.
bool read_key_file(std::string_view source, const std::string &file, std::string_view taker, std::size_t size,
                   std::uint8_t *key);

// Reads the key of sealed files.
bool read_seal_key(std::string_view option, const std::string &file, SealKey &key);

}  // namespace og::cli
