// SPDX-License-Identifier: MIT
// Reads the lines of a list in constant memory, and converts them to UTF-8.
#pragma once

#include "files/input.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

enum class TextEncoding : std::uint8_t {
    automatic,  // UTF-8, or UTF-16 after its byte order mark
    utf_8,
    utf_16,  // the byte order mark tells the order; without it big-endian (RFC 2781)
    utf_16le,
    utf_16be,
    iso_8859_1,
    cp1252,
};

// Returns the encoding of a name such as "UTF-8", of either case, or nothing if it is another one.
std::optional<TextEncoding> text_encoding(std::string_view name);

// How a text is divided into lines. LF and CRLF always end a line.
struct LineRules {
    std::size_t most = std::size_t{1} << 20;  // bytes of a line that are kept
    TextEncoding encoding = TextEncoding::automatic;
    bool cr_ends = false;    // CR ends a line, too (RFC 8493 section 2.1.3)
    bool find_ends = false;  // find out whether NUL ends the lines, as sha1sum -z writes them, or CR
};

class LineReader {
public:
    LineReader(Input &input, const LineRules &rules) : input_(input), rules_(rules), raw_(block) {}

    // Reads the next line without its end. Discards bytes beyond the limit and sets `cut` then. Returns false
    // at the end of the file and after an error.
    bool next(std::string &line, bool &cut);

    // Returns the reason of an error, or "".
    const std::string &why() const { return why_; }

    // Returns whether the error was one of the system.
    bool failed() const { return failed_; }

    // Returns whether the text begins with a byte order mark of UTF-8, which is part of no line.
    bool has_mark() const { return has_mark_; }

    // Returns whether NUL ends the lines. Then no name is escaped.
    bool ends_with_zeros() const { return end_ == '\0'; }

    // Returns whether the text is UTF-8 without a mark, and its lines end with LF.
    bool is_plain() const {
        return end_ == '\n' && !rules_.cr_ends && !has_mark_ && decoding_ == TextEncoding::utf_8;
    }

private:
    static constexpr std::size_t block = 64 * 1024;

    bool fill();
    bool fail();
    bool start();
    void append_decoded(std::string_view bytes);
    void append_units(std::string_view bytes);
    void examine();

    Input &input_;
    LineRules rules_;
    std::vector<char> raw_;
    std::string decoded_;                              // of another encoding than UTF-8
    std::string left_;                                 // bytes of a character that is not complete
    std::string_view text_;                            // not yet used
    TextEncoding decoding_ = TextEncoding::automatic;  // UTF-8 or another one after the first bytes
    char end_ = '\n';
    bool has_mark_ = false, after_cr_ = false, ended_ = false, failed_ = false;
    std::string why_;
};

}  // namespace og::cli
