// SPDX-License-Identifier: MIT
#include "vis.hpp"

namespace og::cli {
namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// Returns the byte of a one-letter escape, or nothing.
std::optional<char> letter_decoded(char c) {
    static constexpr std::string_view letters = "\\#sabtnvfr", bytes = "\\# \a\b\t\n\v\f\r";
    const std::size_t at = letters.find(c);
    if (at == std::string_view::npos) return std::nullopt;
    return bytes[at];
}

// A byte, and the number of characters that encode it.
struct MetaByte {
    char byte;
    std::size_t size;
};

// Returns the byte of \^C (a control byte), \M-C (C with bit 7) or \M^C (a control byte with bit 7) at the
// start of the text, or nothing.
std::optional<MetaByte> meta_decoded(std::string_view text) {
    const bool meta = text.starts_with("\\M-") || text.starts_with("\\M^"),
               control = text[meta ? 2 : 1] == '^';
    const std::size_t at = meta ? 3 : 2;
    if ((!meta && !control) || text.size() <= at) return std::nullopt;
    const char c = text[at];
    const int low = !control ? c & 0x7f : c == '?' ? 0x7f : c & 0x1f;
    return MetaByte{static_cast<char>(meta ? low | 0x80 : low), at + 1};
}

bool is_special(char c) { return c == '*' || c == '?' || c == '[' || c == '\\'; }

std::optional<std::string> decoded(std::string_view text, bool as_glob) {
    std::string name;
    std::size_t escaped_at = std::string::npos;
    while (!text.empty()) {
        if (as_glob && escaped_at < name.size() && is_special(name[escaped_at]))
            name.insert(escaped_at, 1, '\\');
        escaped_at = std::string::npos;
        if (text[0] != '\\') {
            name += text[0];
            text.remove_prefix(1);
            continue;
        }
        escaped_at = name.size();
        if (text.size() >= 4 && is_octal(text[1]) && is_octal(text[2]) && is_octal(text[3])) {
            const int byte = (text[1] - '0') << 6 | (text[2] - '0') << 3 | (text[3] - '0');
            if (byte > 255) return std::nullopt;
            name += static_cast<char>(byte);
            text.remove_prefix(4);
            continue;
        }
        if (text.size() > 1) {
            if (const std::optional<MetaByte> meta = meta_decoded(text)) {
                name += meta->byte;
                text.remove_prefix(meta->size);
                continue;
            }
        }
        const std::optional<char> byte = text.size() > 1 ? letter_decoded(text[1]) : std::nullopt;
        if (!byte) return std::nullopt;
        name += *byte;
        text.remove_prefix(2);
    }
    if (as_glob && escaped_at < name.size() && is_special(name[escaped_at])) name.insert(escaped_at, 1, '\\');
    return name;
}

}  // namespace

std::optional<std::string> vis_decoded(std::string_view text) { return decoded(text, false); }

std::string vis_glob(std::string_view text) { return decoded(text, true).value_or(""); }

}  // namespace og::cli
