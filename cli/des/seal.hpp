// SPDX-License-Identifier: MIT
// Files that `oldguard des recrypt` 0.1 sealed: AES-256-GCM over segments, each of which is
// verified before any of it is used. Nothing here makes new ones.
//
// A file is a header of 76 bytes and then segments; docs/des.md has the format byte by byte. It is
// the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar, "Online
// authenticated-encryption and its nonce-reuse misuse-resistance" (CRYPTO 2015): the nonce of a
// segment has its number and whether it is the last one, so that segments can neither change places
// nor be left out at either end. The key of a file comes from the user's and a random nonce of 32
// bytes in the header by HKDF-SHA-256 (RFC 5869), and so does a commitment to the key, which tells
// a wrong one at once.
#pragma once

#include "files/input.hpp"
#include "files/sink.hpp"
#include "libcrypto.hpp"
#include "secret.hpp"
#include "text/progress.hpp"

#include <string>

namespace og::cli {

using SealKey = Secret<32>;

// Opens all of a sealed file into a sink, which gets nothing that was not verified. The message of
// what went wrong, which starts with `name` or is the sink's own; "" when nothing did.
std::string open_sealed(const Libcrypto &lib, const SealKey &key, Input &input, const std::string &name,
                        Sink &sink, Progress &progress);

}  // namespace og::cli
