// SPDX-License-Identifier: MIT
#include "os/character.hpp"

#include <clocale>
#include <cwchar>
#include <cwctype>

namespace og::os {

void use_character_encoding() { std::setlocale(LC_CTYPE, ""); }

Character first_character(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) return {1, byte >= 0x20 && byte != 0x7f};
    std::mbstate_t state{};
    wchar_t wide = 0;
    const std::size_t size = std::mbrtowc(&wide, text.data(), text.size(), &state);
    if (size == static_cast<std::size_t>(-2))  // the text ends within a multibyte character
        return {text.size(), false};
    if (size == static_cast<std::size_t>(-1) || size == 0) return {1, false};
    return {size, std::iswprint(static_cast<std::wint_t>(wide)) != 0};
}

}  // namespace og::os
