// SPDX-License-Identifier: MIT
// Recognizes a message or a key of OpenPGP (RFC 9580, and RFC 4880 and PGP 2 before it) by its first bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace og::cli {

// Returns whether data begin with packets of OpenPGP: an encrypted session key and what follows it, a marker,
// the beginning of a signed message, or a public or secret key. Random bytes do so with a probability of less
// than 2^-36. A packet that is only compressed or only encrypted has too short a mark and is not recognized.
bool begins_as_openpgp(std::span<const std::uint8_t> head);

// Returns which cipher and derivation the packets declare: those of a session key under a password, or that
// the cipher is within a session key for a public key.
std::string openpgp_cipher(std::span<const std::uint8_t> packets);

}  // namespace og::cli
