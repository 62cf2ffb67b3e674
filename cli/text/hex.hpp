// SPDX-License-Identifier: MIT
// Converts between bytes and hexadecimal text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// Returns the value of a hexadecimal digit of either case, or -1.
inline int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Returns the number of hexadecimal digits at the start of text.
inline std::size_t hex_digits(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && hex_digit(text[count]) >= 0) count++;
    return count;
}

// Decodes the first 2 * size characters of text, which must be hexadecimal digits, into size bytes.
inline void decode_hex(std::uint8_t *bytes, std::size_t size, std::string_view text) {
    for (std::size_t i = 0; i < size; i++)
        bytes[i] = static_cast<std::uint8_t>(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
}

// Appends two lower-case digits per byte.
inline void append_hex(std::string &text, const std::uint8_t *bytes, std::size_t size) {
    static constexpr char digits[] = "0123456789abcdef";
    for (std::size_t i = 0; i < size; i++) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
}

}  // namespace og::cli
