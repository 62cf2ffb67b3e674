// SPDX-License-Identifier: MIT
#include "base64_stream.hpp"

#include "manifest/base64.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace og::cli {
namespace {

constexpr std::int8_t no_digit = -1, blank = -2, filler = -3;

constexpr std::array<std::int8_t, 256> values = [] {
    std::array<std::int8_t, 256> table{};
    table.fill(no_digit);
    for (std::size_t i = 0; i < base64_digits.size(); i++)
        table[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::int8_t>(i);
    for (const char c : {' ', '\t', '\r', '\n'}) table[static_cast<unsigned char>(c)] = blank;
    table['='] = filler;
    return table;
}();

}  // namespace

// Decodes the next characters. Returns false after an error.
bool Base64Source::decode(const std::uint8_t *text, std::size_t size) {
    for (std::size_t i = 0; i < size; i++, offset_++) {
        const std::int8_t value = values[text[i]];
        if (value == blank) continue;
        if (value == no_digit || (value == filler ? digits_ < 2 && padding_ == 0 : padding_ > 0) ||
            (value == filler && digits_ == 0)) {
            why_ = value == no_digit ? fmt::format("offset {}: this is no base64", offset_)
                                     : fmt::format("offset {}: padding of base64 in the middle", offset_);
            return false;
        }
        bits_ = bits_ << 6 | static_cast<std::uint32_t>(value == filler ? 0 : value);
        padding_ += value == filler;
        if (++digits_ < 4) continue;
        for (int k = 0; k < 3 - padding_; k++)
            bytes_.push_back(static_cast<std::uint8_t>(bits_ >> (16 - 8 * k)));
        bits_ = 0;
        digits_ = 0;
    }
    return true;
}

// Decodes a piece of the text. Returns false after an error.
bool Base64Source::decode_more() {
    std::array<std::uint8_t, 64 * 1024> text;
    const ssize_t got = text_.fill(text.data(), text.size());
    if (got < 0) return false;
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = 0;
    bytes_.reserve(bytes_.size() + text.size());
    if (!decode(text.data(), static_cast<std::size_t>(got))) return false;
    ended_ = static_cast<std::size_t>(got) < text.size();
    if (!ended_ || digits_ == 0) return true;
    why_ = fmt::format("offset {}: the base64 ends within a group of four characters", offset_);
    return false;
}

ssize_t Base64Source::peek(void *buffer, std::size_t size) {
    while (!ended_ && bytes_.size() - at_ < size)
        if (!why_.empty() || !decode_more()) return -1;
    const std::size_t got = std::min(size, bytes_.size() - at_);
    std::copy_n(bytes_.data() + at_, got, static_cast<std::uint8_t *>(buffer));
    return static_cast<ssize_t>(got);
}

ssize_t Base64Source::fill(void *buffer, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {  // in pieces, so that little is moved
        const ssize_t got =
            peek(static_cast<std::uint8_t *>(buffer) + have, std::min<std::size_t>(size - have, 4096));
        if (got < 0) return -1;
        if (got == 0) break;
        at_ += static_cast<std::size_t>(got);
        have += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(have);
}

// Appends the text of whole lines, or of the last one, to out_.
bool Base64Sink::encode(const std::uint8_t *data, std::size_t size) {
    for (std::size_t at = 0; at < size; at += line) {
        const std::size_t count = std::min(line, size - at);
        out_ += base64(std::string_view(reinterpret_cast<const char *>(data + at), count));
        if (lines_) out_ += '\n';
    }
    const bool written = out_.empty() || text_.write(out_.data(), out_.size());
    out_.clear();
    return written;
}

bool Base64Sink::write(const void *data, std::size_t size) {
    const auto *bytes = static_cast<const std::uint8_t *>(data);
    if (held_size_ > 0) {
        const std::size_t more = std::min(size, line - held_size_);
        std::memcpy(held_.data() + held_size_, bytes, more);
        held_size_ += more;
        bytes += more;
        size -= more;
        if (held_size_ < line) return true;
        held_size_ = 0;
        if (!encode(held_.data(), line)) return false;
    }
    const std::size_t whole = size / line * line;
    held_size_ = size - whole;
    if (held_size_ > 0) std::memcpy(held_.data(), bytes + whole, held_size_);
    return encode(bytes, whole);
}

bool Base64Sink::finish() { return encode(held_.data(), held_size_) && text_.finish(); }

}  // namespace og::cli
