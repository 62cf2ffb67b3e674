// SPDX-License-Identifier: MIT
// Passwords of VNC: 8 bytes, filled up with zeros, under DES with a fixed key whose bytes are bit-reversed.
#pragma once

#include "secret.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace og::cli {

// Reverses the bits of each byte, as VNC does with its keys.
void reverse_bits(std::span<std::uint8_t> bytes);

// Decrypts a password of 8 bytes.
void vnc_password(const std::uint8_t coded[8], Secret<8> &password);

// Returns whether a file of `size` bytes has one password, or two, the second for viewers, of printable
// characters. 8 random bytes do so with a probability of 1 in 1500.
bool vnc_password_fits(std::span<const std::uint8_t> head, std::uint64_t size);

}  // namespace og::cli
