// SPDX-License-Identifier: MIT
// Bytes as text, and numbers in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace og::cli {

inline std::string_view text_of(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

// Returns the number in `size` bytes from `at` on, the most significant first.
inline std::size_t big_endian(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < size; i++) value = value << 8 | bytes[at + i];
    return value;
}

}  // namespace og::cli
