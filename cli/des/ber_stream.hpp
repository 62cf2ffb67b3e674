// SPDX-License-Identifier: MIT
// Reads elements of ASN.1, BER (X.690), from a stream.
#pragma once

#include "ber_element.hpp"
#include "files/byte_source.hpp"

#include <string>
#include <vector>

namespace og::cli {

class BerStream {
public:
    explicit BerStream(ByteSource &source) : source_(source), buffer_(std::size_t{64} * 1024) {}

    // An element, with offsets in the stream.
    struct Element {
        std::uint8_t tag = 0;
        std::uint64_t at = 0, end = 0;  // of its tag and of what follows, or ber::indefinite
    };

    // Reads the tag and the length of the next element. Returns nothing after an error.
    std::optional<Element> open();

    // Returns whether an element with this end has no more contents, and reads what ends an indefinite
    // length. An error looks like more contents, and the next call of open() fails.
    bool at_end(std::uint64_t end);

    // Appends the next element to `bytes`, of which all have at most `most` bytes. Returns false after an
    // error.
    bool copy(std::vector<std::uint8_t> &bytes, std::size_t most);

    // Reads size bytes, or fewer at the end. Returns their number, or -1 after an error.
    ssize_t fill(void *to, std::size_t size);

    // Makes an error of the stream. Returns false.
    bool fail(std::uint64_t at, std::string_view what);
    // The same at the end of the data.
    bool fail_truncated();

    std::uint64_t offset() const { return offset_; }
    const std::string &why() const { return why_; }

private:
    std::span<const std::uint8_t> look(std::size_t size);
    void skip(std::size_t size);

    ByteSource &source_;
    std::vector<std::uint8_t> buffer_;
    std::size_t from_ = 0, to_ = 0;  // the bytes of the buffer that are not yet read
    std::uint64_t offset_ = 0;
    std::string why_;
};

}  // namespace og::cli
