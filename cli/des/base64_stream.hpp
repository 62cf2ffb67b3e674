// SPDX-License-Identifier: MIT
// Base64 (RFC 4648 section 4) of a stream, in lines or in one.
#pragma once

#include "files/sink.hpp"
#include "files/byte_source.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace og::cli {

// Decodes a text. White space may stand anywhere. Padding may only be at the end, and nothing but white space
// behind it.
class Base64Source final : public ByteSource {
public:
    // `offset` is that of the first character, for messages.
    explicit Base64Source(ByteSource &text, std::uint64_t offset = 0) : text_(text), offset_(offset) {}

    ssize_t fill(void *buffer, std::size_t size) override;
    std::string why() const override { return why_.empty() ? text_.why() : why_; }
    void may_be_interrupted() override { text_.may_be_interrupted(); }
    void interrupt() override { text_.interrupt(); }

    // Reads the same as fill, and lets the next calls read the bytes again.
    ssize_t peek(void *buffer, std::size_t size);

private:
    bool decode_more();
    bool decode(const std::uint8_t *text, std::size_t size);

    ByteSource &text_;
    std::string why_;
    std::vector<std::uint8_t> bytes_;  // decoded, from at_ on not yet delivered
    std::size_t at_ = 0;
    std::uint64_t offset_;    // of the next character
    std::uint32_t bits_ = 0;  // of an incomplete group
    int digits_ = 0, padding_ = 0;
    bool ended_ = false;
};

// Encodes bytes and writes the text to another sink: lines of 64 digits, or one without a line feed.
class Base64Sink final : public Sink {
public:
    Base64Sink(Sink &text, bool lines) : text_(text), lines_(lines) {}

    bool write(const void *data, std::size_t size) override;
    bool finish() override;
    std::string complaint() const override { return text_.complaint(); }

private:
    bool encode(const std::uint8_t *data, std::size_t size);

    static constexpr std::size_t line = 48;  // bytes
    Sink &text_;
    const bool lines_;
    std::array<std::uint8_t, line> held_{};  // bytes of the next line
    std::size_t held_size_ = 0;
    std::string out_;
};

}  // namespace og::cli
