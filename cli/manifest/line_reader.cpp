// SPDX-License-Identifier: MIT
#include "line_reader.hpp"

#include "text/hex.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cstring>

namespace og::cli {
namespace {

constexpr std::string_view mark_utf_8 = "\xef\xbb\xbf", mark_le = "\xff\xfe", mark_be = "\xfe\xff";

// The characters of CP1252 from 0x80 to 0x9f, 0 where it has none.
constexpr std::uint16_t cp1252_characters[32]{0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                              0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                              0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                              0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

void append_utf_8(std::string &text, std::uint32_t c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    text += static_cast<char>((0xff00 >> (more + 1) & 0xff) | c >> 6 * more);
    for (int i = more - 1; i >= 0; i--) text += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
}

// Returns whether a text begins as an entry of sha1sum or of the BSD tools does.
bool begins_as_entry(std::string_view text) {
    text = without_blanks(text.substr(0, 200));
    const std::size_t digits = hex_digits(text);
    if (digits >= 32 && digits < text.size() && is_blank(text[digits])) return true;
    const std::size_t word = std::min(text.find_first_of(" \t("), text.size());
    return word > 0 && word < 16 && without_blanks(text.substr(word)).starts_with('(');
}

// Returns whether NUL ends the lines of a text that begins so. What is between two NULs must be an entry, and
// a line that an LF ends within it must not: a stray NUL in a list of lines does not make it another list.
bool zeros_end_lines(std::string_view text) {
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos || !begins_as_entry(text.substr(0, zero))) return false;
    const std::string_view after = text.substr(zero + 1);
    if (!after.empty() && !begins_as_entry(after)) return false;
    for (std::size_t at = text.find('\n'); at < zero; at = text.find('\n', at + 1))
        if (begins_as_entry(text.substr(at + 1, zero - at - 1))) return false;
    return true;
}

// Returns whether CR alone ends the lines of a text that begins so, as on old Macs. A name may have a CR, so
// an entry must follow one of them.
bool returns_end_lines(std::string_view text) {
    if (text.find('\n') != std::string_view::npos) return false;
    for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
        if (begins_as_entry(text.substr(at + 1))) return true;
    return false;
}

// Returns the byte order of a text that is probably UTF-16 without a mark, or nothing. Its first characters
// are ASCII.
std::optional<TextEncoding> unmarked_utf_16(std::string_view text) {
    constexpr std::size_t examined = 16;
    if (text.size() < examined) return std::nullopt;
    std::size_t zeros[2]{};
    for (std::size_t i = 0; i < examined; i++) zeros[i % 2] += text[i] == '\0';
    if (zeros[0] == 0 && zeros[1] == examined / 2) return TextEncoding::utf_16le;
    if (zeros[1] == 0 && zeros[0] == examined / 2) return TextEncoding::utf_16be;
    return std::nullopt;
}

}  // namespace

std::optional<TextEncoding> text_encoding(std::string_view name) {
    const std::string lower = lower_case(name);
    if (lower == "utf-8") return TextEncoding::utf_8;
    if (lower == "utf-16") return TextEncoding::utf_16;
    if (lower == "utf-16le") return TextEncoding::utf_16le;
    if (lower == "utf-16be") return TextEncoding::utf_16be;
    if (lower == "iso-8859-1" || lower == "latin1") return TextEncoding::iso_8859_1;
    if (lower == "cp1252" || lower == "windows-1252") return TextEncoding::cp1252;
    return std::nullopt;
}

// Decides the encoding and the end of the lines by the first bytes.
void LineReader::examine() {
    decoding_ = rules_.encoding;
    const bool by_mark = decoding_ == TextEncoding::automatic || decoding_ == TextEncoding::utf_16;
    if (by_mark && (text_.starts_with(mark_le) || text_.starts_with(mark_be))) {
        decoding_ = text_.starts_with(mark_le) ? TextEncoding::utf_16le : TextEncoding::utf_16be;
        text_.remove_prefix(2);
    } else if (decoding_ == TextEncoding::utf_16) {
        decoding_ = TextEncoding::utf_16be;
    } else if (decoding_ == TextEncoding::automatic) {
        decoding_ = TextEncoding::utf_8;
        if (const auto order = unmarked_utf_16(text_))
            why_ = order == TextEncoding::utf_16le
                       ? "this is UTF-16 without a byte order mark: --encoding=UTF-16LE reads it"
                       : "this is UTF-16 without a byte order mark: --encoding=UTF-16BE reads it";
    }
    if (decoding_ != TextEncoding::utf_8) return;
    has_mark_ = text_.starts_with(mark_utf_8);
    if (has_mark_) text_.remove_prefix(mark_utf_8.size());
    if (!rules_.find_ends) return;
    if (zeros_end_lines(text_))
        end_ = '\0';
    else
        rules_.cr_ends = rules_.cr_ends || returns_end_lines(text_);
}

// Appends the characters of UTF-16 and keeps an incomplete one.
void LineReader::append_units(std::string_view bytes) {
    left_ += bytes;
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const auto a = static_cast<unsigned char>(left_[at]), b = static_cast<unsigned char>(left_[at + 1]);
        return decoding_ == TextEncoding::utf_16le ? b << 8 | a : a << 8 | b;
    };
    std::size_t at = 0;
    for (; at + 2 <= left_.size(); at += 2) {
        std::uint32_t c = unit(at);
        if (c >= 0xd800 && c <= 0xdbff) {
            if (at + 4 > left_.size()) break;
            const std::uint32_t low = unit(at + 2);
            if (low >= 0xdc00 && low <= 0xdfff) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                at += 2;
            }
        }
        if (c >= 0xd800 && c <= 0xdfff) {
            why_ = "the text is no UTF-16: half of a surrogate pair";
            return;
        }
        append_utf_8(decoded_, c);
    }
    left_.erase(0, at);
}

void LineReader::append_decoded(std::string_view bytes) {
    if (decoding_ == TextEncoding::utf_16le || decoding_ == TextEncoding::utf_16be)
        return append_units(bytes);
    for (const char byte : bytes) {
        const auto c = static_cast<unsigned char>(byte);
        const bool special = decoding_ == TextEncoding::cp1252 && c >= 0x80 && c < 0xa0;
        const std::uint32_t character = special ? cp1252_characters[c - 0x80] : c;
        if (special && character == 0) {
            why_ = "the text is no CP1252: it contains a byte that has no character";
            return;
        }
        append_utf_8(decoded_, character);
    }
}

bool LineReader::fail() {
    why_ = std::strerror(input_.error());
    failed_ = true;
    return false;
}

// Reads the first bytes: at least as many as the longest mark has, or the whole input if it is shorter.
bool LineReader::start() {
    std::size_t have = 0;
    while (have < mark_utf_8.size()) {
        const ssize_t got = input_.read(raw_.data() + have, raw_.size() - have);
        if (got < 0) return fail();
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    text_ = {raw_.data(), have};
    ended_ = have == 0;
    examine();
    return true;
}

// Makes the next part of the text available. Returns false at the end and after an error.
bool LineReader::fill() {
    while (text_.empty() && !ended_ && why_.empty()) {
        if (decoding_ == TextEncoding::automatic) {
            start();
        } else {
            const ssize_t got = input_.read(raw_.data(), raw_.size());
            if (got < 0) return fail();
            ended_ = got == 0;
            text_ = {raw_.data(), static_cast<std::size_t>(got)};
        }
        if (decoding_ == TextEncoding::utf_8 || !why_.empty()) continue;
        decoded_.clear();
        append_decoded(text_);
        text_ = decoded_;
        if (ended_ && !left_.empty()) why_ = "the text is no UTF-16: it ends within a character";
    }
    return !text_.empty() && why_.empty();
}

bool LineReader::next(std::string &line, bool &cut) {
    line.clear();
    cut = false;
    bool any = false;
    while (fill()) {
        if (after_cr_ && text_[0] == '\n') {
            after_cr_ = false;
            text_.remove_prefix(1);
            continue;
        }
        after_cr_ = false;
        any = true;
        const std::size_t stop = rules_.cr_ends ? text_.find_first_of("\r\n") : text_.find(end_);
        const std::size_t size = std::min(stop, text_.size()), room = rules_.most - line.size();
        line.append(text_.substr(0, std::min(size, room)));
        cut = cut || size > room;
        if (stop == std::string_view::npos) {
            text_ = {};
            continue;
        }
        after_cr_ = text_[stop] == '\r';
        text_.remove_prefix(stop + 1);
        break;
    }
    if (!why_.empty()) return false;
    if (!rules_.cr_ends && end_ == '\n' && line.ends_with('\r')) line.pop_back();
    return any;
}

}  // namespace og::cli
