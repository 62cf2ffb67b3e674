// SPDX-License-Identifier: MIT
// File names in checksum lines: a line feed, carriage return or backslash in a name is written as
// \n, \r or \\, and the line then starts with a backslash.
#pragma once

#include "text/messages.hpp"

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

// The name behind escaped text; nothing where a backslash is followed by anything else.
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

// Of a file that og_sha1dc found to be half of an attack.
inline void complain_attack(const std::string &name) {
    complain("sum", "possible collision attack in " + shell_quoted(name));
}

}  // namespace og::cli
