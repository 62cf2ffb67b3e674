// SPDX-License-Identifier: MIT
// Reads keys of any cipher.
#pragma once

#include "secret.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// A text in PEM.
struct Pem {
    static constexpr std::size_t most = 65536;  // bytes
    Secret<most> text;
    std::size_t size = 0;
};

// In messages, `source` names the origin of the key ("--key-file k") and `taker` its use ("--cipher des").

// Decodes exactly 2 * size hexadecimal digits into size bytes. Returns "" or an error message, which never
// contains the text, because it may be a key.
std::string decode_key(std::string_view text, std::string_view taker, std::size_t size, std::uint8_t *key);

// Reads a file that contains exactly size raw bytes, or 2 * size hexadecimal digits and at most one line end.
// Prints an error and returns false for any other file. With `pem` the file may be a text in PEM instead,
// which becomes `pem`.
bool read_key_file(std::string_view source, const std::string &file, std::string_view taker, std::size_t size,
                   std::uint8_t *key, Pem *pem = nullptr);

// Each function reads a key of 1 to size bytes and fills it up with zeros: from hexadecimal digits, or from a
// file of raw bytes, whose line end does not count. Returns "" or an error message, which never contains the
// key.
std::string short_key(std::string_view digits, std::string_view taker, std::size_t size, std::uint8_t *key);
std::string short_key_file(const std::string &file, std::string_view taker, std::size_t size,
                           std::uint8_t *key);

}  // namespace og::cli
