// SPDX-License-Identifier: MIT
// Escaped file names in checksum lines. A line feed, carriage return or backslash in a name is written as
// \n, \r or \\, and the line then starts with a backslash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

inline bool needs_escape(std::string_view name) {
    return name.find_first_of("\n\r\\") != std::string_view::npos;
}

inline std::string escaped(std::string_view name) {
    std::string text;
    for (char c : name) {
        if (c == '\n')
            text += "\\n";
        else if (c == '\r')
            text += "\\r";
        else if (c == '\\')
            text += "\\\\";
        else
            text += c;
    }
    return text;
}

// Returns the name that was escaped, or nothing if another character follows a backslash.
inline std::optional<std::string> unescaped(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (text[i] != '\\') {
            name += text[i];
            continue;
        }
        if (++i == text.size()) return std::nullopt;
        if (text[i] == 'n')
            name += '\n';
        else if (text[i] == 'r')
            name += '\r';
        else if (text[i] == '\\')
            name += '\\';
        else
            return std::nullopt;
    }
    return name;
}

}  // namespace og::cli
