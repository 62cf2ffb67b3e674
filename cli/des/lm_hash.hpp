// SPDX-License-Identifier: MIT
// The LAN Manager hash of passwords.
#pragma once

#include "secret.hpp"

#include <span>

namespace og::cli {

// Hashes a password of at most 14 bytes, whose small letters of ASCII count as capital ones: each half of 7
// bytes is a key of DES that encrypts a fixed text.
void lm_hash(std::span<const std::uint8_t> password, Secret<16> &hash);

}  // namespace og::cli
