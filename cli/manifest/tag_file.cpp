// SPDX-License-Identifier: MIT
#include "tag_file.hpp"

#include "files/whole_file.hpp"
#include "text/quote.hpp"
#include "text/words.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

// Of a file that is converted as a whole.
constexpr std::size_t most_tag_bytes = std::size_t{1} << 30;

void append_utf_8(std::string &text, std::uint32_t c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    text += static_cast<char>((0xff00 >> (more + 1) & 0xff) | c >> 6 * more);
    for (int i = more - 1; i >= 0; i--) text += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
}

std::optional<std::string> from_utf_16(std::string_view text) {
    const bool little = text.starts_with("\xff\xfe");
    if (little || text.starts_with("\xfe\xff")) text.remove_prefix(2);
    if (text.size() % 2 != 0) return std::nullopt;
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const auto a = static_cast<unsigned char>(text[at]), b = static_cast<unsigned char>(text[at + 1]);
        return little ? b << 8 | a : a << 8 | b;
    };
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        std::uint32_t c = unit(at);
        if (c >= 0xdc00 && c <= 0xdfff) return std::nullopt;
        if (c >= 0xd800 && c <= 0xdbff) {
            at += 2;
            const std::uint32_t low = at < text.size() ? unit(at) : 0;
            if (low < 0xdc00 || low > 0xdfff) return std::nullopt;
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        }
        append_utf_8(out, c);
    }
    return out;
}

std::string tag_complaint(const std::string &file, const std::string &why) {
    return fmt::format("{}: {}", shell_quoted(file), why);
}

}  // namespace

std::optional<TagEncoding> tag_encoding(std::string_view name) {
    const std::string lower = lower_case(name);
    if (lower == "utf-8") return TagEncoding::utf_8;
    if (lower == "iso-8859-1") return TagEncoding::iso_8859_1;
    if (lower == "utf-16") return TagEncoding::utf_16;
    return std::nullopt;
}

std::optional<std::string> to_utf_8(std::string_view text, TagEncoding encoding) {
    if (encoding == TagEncoding::utf_16) return from_utf_16(text);
    if (encoding == TagEncoding::utf_8) return std::string(text);
    std::string out;
    for (const char c : text) append_utf_8(out, static_cast<unsigned char>(c));
    return out;
}

// A name may be bytes that are not UTF-8, because bagging programs copy the names of the file system.
std::string read_tag_file(const std::string &file, TagEncoding encoding, const TakeLine &take) {
    if (encoding == TagEncoding::utf_8) return lines_of_file(file, take);
    std::string bytes;
    if (const std::string why = read_whole_file(file.c_str(), most_tag_bytes, bytes); !why.empty())
        return tag_complaint(file, why);
    const std::optional<std::string> text = to_utf_8(bytes, encoding);
    if (!text) return tag_complaint(file, "the text is not in the encoding that bagit.txt names");
    return lines_of_text(file, *text, take);
}

}  // namespace og::cli
