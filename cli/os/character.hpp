// SPDX-License-Identifier: MIT
// Characters of names, for messages.
#pragma once

#include <cstddef>
#include <string_view>

namespace og::os {

// Sets the character encoding of names to that of the user's locale, on Windows to UTF-8. Call it first.
void use_character_encoding();

// A character of a name: its size in bytes and whether it can be printed. Bytes that are no character have
// the size 1, except that an incomplete character at the end has all bytes.
struct Character {
    std::size_t size;
    bool printable;
};

// Returns the first character of a text, which is not empty.
Character first_character(std::string_view text);

}  // namespace og::os
