// SPDX-License-Identifier: MIT
// Says what a file under DES or another old cipher is, and what opens it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace og::cli {

struct Identity {
    std::string what;      // "a file of openssl enc with a password"
    std::string declares;  // the ciphers and derivations that it names, or what it does not say
    std::string opens;     // a command
};

// The bytes of a file that the decision takes at most.
inline constexpr std::size_t identified_head = std::size_t{1} << 20;

// Returns what a file is that begins with `head` and has `size` bytes, UINT64_MAX if that is unknown.
// `name` is its name for a shell.
Identity identify(std::span<const std::uint8_t> head, std::uint64_t size, const std::string &name);

}  // namespace og::cli
