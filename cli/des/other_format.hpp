// SPDX-License-Identifier: MIT
// Recognizes input that is another format than bare ciphertext, by its first bytes.
//
// The format before the ciphertext, or around it, would be decrypted like the ciphertext: the data begin with
// garbage, the first block is lost, and the padding is right. libmagic is no help here: many of its marks
// have two bytes, which one random ciphertext in a few hundred begins with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace og::cli {

// A format, for messages.
struct OtherFormat {
    std::string what;    // "a file of gzip"
    std::string advice;  // "open it with gzip -d"
};

// The most bytes that the decision takes.
inline constexpr std::size_t format_head = 4096;

// Returns the format of data that begin with `head` and have `size` bytes, UINT64_MAX if that is unknown.
// Random bytes look like one of the formats with a probability of less than 2^-33: each check has at least
// 36 bits, and there are fewer than eight that have not many more.
std::optional<OtherFormat> other_format(std::span<const std::uint8_t> head, std::uint64_t size);

// Returns text as the format of a whole file that is too short for other_format(), if it is UTF-8 without
// control characters. 8 random bytes are ASCII without them with a probability of 1 in 1500.
std::optional<OtherFormat> short_text(std::span<const std::uint8_t> file);

// Returns the offset of the line -----BEGIN of an armour, or npos. Before it are empty and indented lines,
// comments, and lines with a name and a colon, as openssl and mail programs write. None of them opens a
// string of a program.
std::size_t armour_begin(std::string_view text);

}  // namespace og::cli
