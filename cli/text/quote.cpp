// SPDX-License-Identifier: MIT
#include "quote.hpp"

#include "os/character.hpp"

namespace og::cli {
namespace {

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("%+,-./]_:@").find(c) != std::string_view::npos;
}

// Returns whether the character at `at` has a meaning for a shell or looks like the colon after the name.
bool needs_quotes(std::string_view name, std::size_t at) {
    char c = name[at];
    if (c == '#' || c == '~') return at == 0;
    if (c == '{' || c == '}') return name.size() == 1;
    return std::string_view(" !\"$&()*;<=>?[\\^`|:'").find(c) != std::string_view::npos;
}

void append_escaped(std::string &out, unsigned char byte) {
    static constexpr std::string_view names = "abtnvfr";  // 7 (BEL) .. 13 (CR)
    out += '\\';
    if (byte >= 7 && byte <= 13) {
        out += names[byte - 7u];
        return;
    }
    out += static_cast<char>('0' + (byte >> 6));
    out += static_cast<char>('0' + (byte >> 3 & 7));
    out += static_cast<char>('0' + (byte & 7));
}

}  // namespace

std::string shell_quoted(std::string_view name) {
    bool quotes = name.empty();
    bool apostrophe = false;
    bool fits_double_quotes = true;
    for (std::size_t at = 0; at < name.size();) {
        os::Character c = os::first_character(name.substr(at));
        quotes = quotes || !c.printable || (c.size == 1 && needs_quotes(name, at));
        apostrophe = apostrophe || name[at] == '\'';
        bool leading = at == 0 && (name[at] == '#' || name[at] == '~');
        fits_double_quotes =
            fits_double_quotes && c.printable &&
            (c.size > 1 || leading || name[at] == ' ' || name[at] == '\'' || is_plain(name[at]));
        at += c.size;
    }
    if (!quotes) return std::string(name);
    if (apostrophe && fits_double_quotes) return '"' + std::string(name) + '"';

    std::string out = "'";
    bool in_escape = false;  // inside $'...'
    for (std::size_t at = 0; at < name.size();) {
        os::Character c = os::first_character(name.substr(at));
        if (!c.printable) {
            if (!in_escape) out += "'$'";
            in_escape = true;
            for (std::size_t i = 0; i < c.size; i++)
                append_escaped(out, static_cast<unsigned char>(name[at + i]));
        } else if (name[at] == '\'') {
            out += "'\\''";  // closes whichever quote is open, and opens a plain one
            in_escape = false;
        } else {
            if (in_escape) out += "''";
            in_escape = false;
            out += name.substr(at, c.size);
        }
        at += c.size;
    }
    return out + "'";
}

std::string in_quotes(std::string_view word) {
    std::string quoted = shell_quoted(word);
    return quoted == word ? "'" + quoted + "'" : quoted;
}

std::string printable(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const os::Character c = os::first_character(text.substr(at));
        for (const char byte : text.substr(at, c.size)) {
            if (c.printable)
                out += byte;
            else
                append_escaped(out, static_cast<unsigned char>(byte));
        }
        at += c.size;
    }
    return out;
}

}  // namespace og::cli
