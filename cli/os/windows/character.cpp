// SPDX-License-Identifier: MIT
#include "os/character.hpp"

#include "text.hpp"

#include <algorithm>
#include <cwctype>

namespace og::os {

void use_character_encoding() {}

Character first_character(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) return {1, byte >= 0x20 && byte != 0x7f};
    const std::size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    std::wstring wide;
    if (byte < 0xc2 || byte > 0xf4) return {1, false};
    if (!to_utf16(text.substr(0, size), wide)) {
        const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
        const bool incomplete =
            text.size() < size && std::all_of(text.begin() + 1, text.end(), is_continuation);
        return {incomplete ? text.size() : 1, false};
    }
    // The C library knows the characters of one UTF-16 unit. The others are printable.
    return {size, wide.size() > 1 || std::iswprint(wide.front()) != 0};
}

}  // namespace og::os
