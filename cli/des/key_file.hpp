// SPDX-License-Identifier: MIT
// Keys as users hand them over, of whatever cipher.
#pragma once

#include "seal.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// Both print the reason and return false on anything else than what they take. `source` is what the
// key comes from, as messages say it ("--key-hex"), `taker` what takes it ("--cipher des").

// Exactly 2 * size hexadecimal digits. Never repeats the text: it may be a key.
bool decode_key(std::string_view source, std::string_view text, std::string_view taker,
                std::size_t size, std::uint8_t *key);

// A file that holds exactly size raw bytes, or 2 * size digits and at most one line end.
bool read_key_file(std::string_view source, const std::string &file, std::string_view taker,
                   std::size_t size, std::uint8_t *key);

// The key of sealed files.
bool read_seal_key(std::string_view option, const std::string &file, SealKey &key);

}  // namespace og::cli
