// SPDX-License-Identifier: MIT
// Decrypts files that `oldguard des recrypt` 0.1 sealed: AES-256-GCM over segments, each of which is verified
// before its data are used. This version does not write the format.
//
// A file is a 76-byte header and segments. docs/des.md specifies every byte. It is the STREAM construction of
// Hoang, Reyhanitabar, Rogaway and Vizar, "Online authenticated-encryption and its nonce-reuse
// misuse-resistance" (CRYPTO 2015): the nonce of a segment contains its number and whether it is the last
// one, so that segments cannot be reordered or omitted. HKDF-SHA-256 (RFC 5869) derives the key of the file
// from the user's key and a random 32-byte nonce in the header. It also derives a commitment to the key, by
// which a wrong key is detected at the header.
#pragma once

#include "files/input.hpp"
#include "files/sink.hpp"
#include "libcrypto.hpp"
#include "secret.hpp"
#include "text/progress.hpp"

#include <string>

namespace og::cli {

using SealKey = Secret<32>;

// Decrypts a sealed file into a sink, which receives verified data only. Returns "" or an error message,
// which starts with `name` or is the sink's own.
std::string open_sealed(const Libcrypto &lib, const SealKey &key, Input &input, const std::string &name,
                        Sink &sink, Progress &progress);

}  // namespace og::cli
