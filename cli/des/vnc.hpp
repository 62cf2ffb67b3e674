// SPDX-License-Identifier: MIT
// Passwords of VNC: 8 bytes, filled up with zeros, under DES with a fixed key whose bytes are bit-reversed.
#pragma once

#include "secret.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace og::cli {

// Reverses the bits of each byte, as VNC does with its keys.
void reverse_bits(std::span<std::uint8_t> bytes);

// Decrypts a password of 8 bytes.
void vnc_password(const std::uint8_t coded[8], Secret<8> &password);

// Reads a file with one password, or two, the second for viewers. `count` is how many. Returns "" or the
// reason why there is none.
std::string read_vnc_file(const std::string &name, std::array<Secret<8>, 2> &passwords, std::size_t &count);

// Returns the characters of a password, up to its first zero.
std::string_view vnc_text(const Secret<8> &password);

// Returns whether a file of `size` bytes has one password, or two, the second for viewers, of printable
// characters. 8 random bytes do so with a probability of 1 in 1500.
bool vnc_password_fits(std::span<const std::uint8_t> head, std::uint64_t size);

}  // namespace og::cli
