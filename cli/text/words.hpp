// SPDX-License-Identifier: MIT
// Splits lines at blanks.
#pragma once

#include <string_view>

namespace og::cli {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Returns the text from its first character that is no blank.
inline std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    return text;
}

// Removes the first word and the blanks before and after it, and returns the word. It is "" if there is none.
inline std::string_view take_word(std::string_view &line) {
    line = without_blanks(line);
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line = without_blanks(line.substr(word.size()));
    return word;
}

}  // namespace og::cli
