// SPDX-License-Identifier: MIT
// Derives keys and IVs from passwords as `openssl enc` does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace og::cli {

struct Derivation {
    std::string digest;  // "sha256"
    bool pbkdf2 = false;
    std::uint64_t iterations = 1;  // of PBKDF2

    // Returns the options of this command that choose the derivation.
    std::string options() const;
};

// Writes to `out` what EVP_BytesToKey (with the count 1) or PBKDF2 makes of a password and a salt. SHA-1 and
// Whirlpool are this project's, any other digest is that of libcrypto. Returns "" or the reason why there is
// none.
std::string derive(const Derivation &derivation, std::span<const std::uint8_t> password,
                   std::span<const std::uint8_t> salt, std::span<std::uint8_t> out);

// Returns whether derive_many() takes a derivation: PBKDF2 with a digest of this project.
bool derives_in_lanes(const Derivation &derivation);

// Does the same for several salts of 8 bytes, in lanes: out[i] gets what salts[i] gives. Returns false after
// an error.
bool derive_many(const Derivation &derivation, std::span<const std::uint8_t> password,
                 std::span<const std::array<std::uint8_t, 8>> salts,
                 std::span<const std::span<std::uint8_t>> out);

}  // namespace og::cli
