// SPDX-License-Identifier: MIT
// The beginning of an element in ASN.1, DER or BER (X.690).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace og::cli::ber {

// Tags, and their bit of an element that consists of elements.
inline constexpr std::uint8_t integer = 2, octet_string = 4, object_identifier = 6, sequence = 0x30,
                              set = 0x31, constructed = 0x20;
// The end of an element with the indefinite length.
inline constexpr std::uint64_t indefinite = UINT64_MAX;

struct Element {
    std::uint8_t tag = 0;
    std::size_t body = 0;   // offset of the contents
    std::uint64_t end = 0;  // offset of what follows, or `indefinite`
};

// The bytes of the longest tag and length that element_at() reads.
inline constexpr std::size_t longest_head = 10;

// Returns the element that begins at an offset of the bytes. Returns nothing if they do not have its tag and
// length, the tag has more than one byte, or the length is 2^62 or more.
inline std::optional<Element> element_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    constexpr std::uint8_t long_tag = 0x1f;
    if (bytes.size() < at + 2 || (bytes[at] & long_tag) == long_tag) return std::nullopt;
    Element element{bytes[at], at + 2, indefinite};
    const std::uint8_t first = bytes[at + 1];
    std::uint64_t size = first;
    if (first == 0x80) return (element.tag & constructed) != 0 ? std::optional(element) : std::nullopt;
    if (first > 0x80) {
        const std::size_t count = first & 0x7fu;
        if (count > longest_head - 2 || bytes.size() < at + 2 + count) return std::nullopt;
        size = 0;
        for (std::size_t i = 0; i < count; i++) size = size << 8 | bytes[element.body++];
    }
    if (size >> 62 != 0) return std::nullopt;
    element.end = element.body + size;
    return element;
}

}  // namespace og::cli::ber
