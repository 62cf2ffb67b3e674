// SPDX-License-Identifier: MIT
// Splits lines at blanks and lists at separators.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

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

// Returns the parts of a list that are not empty.
inline std::vector<std::string> split(std::string_view list, char separator) {
    std::vector<std::string> parts;
    while (!list.empty()) {
        const std::string_view part = list.substr(0, list.find(separator));
        if (!part.empty()) parts.emplace_back(part);
        list.remove_prefix(std::min(part.size() + 1, list.size()));
    }
    return parts;
}

// Replaces the ASCII capitals.
inline std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

}  // namespace og::cli
