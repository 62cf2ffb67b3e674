// SPDX-License-Identifier: MIT
#include "base64.hpp"

#include <cstdint>

namespace og::cli {
std::string base64(std::string_view bytes) {
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; i++)
            bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0u);
        for (std::size_t i = 0; i < 4; i++)
            text += i <= group.size() ? base64_digits[bits >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

std::optional<std::string> base64_decoded(std::string_view text) {
    std::string bytes;
    if (text.size() % 4 != 0) return std::nullopt;
    for (std::size_t at = 0; at < text.size(); at += 4) {
        std::string_view group = text.substr(at, 4);
        if (at + 4 == text.size())
            group = group.substr(0, group.ends_with("==") ? 2 : group.ends_with('=') ? 3 : 4);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; i++) {
            const std::size_t digit = i < group.size() ? base64_digits.find(group[i]) : 0;
            if (digit == std::string_view::npos) return std::nullopt;
            bits = bits << 6 | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t i = 0; i + 1 < group.size(); i++)
            bytes += static_cast<char>(bits >> (16 - 8 * i) & 255);
    }
    // The bits that the padding leaves over must be zeros, so that each name has one encoding.
    if (base64(bytes) != text) return std::nullopt;
    return bytes;
}

}  // namespace og::cli
