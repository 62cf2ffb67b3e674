// SPDX-License-Identifier: MIT
// `oldguard crypt --verify` and `--shadow`.
#pragma once

#include "password.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Returns why a text is no hash of the DES-based crypt(3), of its extended form of BSDi or of bigcrypt, or
// "". most: iterations of BSDi's form.
std::string no_crypt_hash(std::string_view hash, std::uint64_t most);

// Returns for each hash, of which no_crypt_hash() has refused none, whether it is that of the password, a C
// string. The hashes fill the lanes of a kernel. Prints an error and returns nothing if the library refuses
// them.
std::vector<bool> verify_hashes(const Password &password, const std::vector<std::string_view> &hashes);

// Prints the names of the lines NAME:HASH:... of a file whose hash is that of the password, and to standard
// error how many hashes of other forms there are. Returns the exit status: 0 if there is one.
int verify_shadow(const std::string &file, std::uint64_t most, const Password &password, std::string &text);

}  // namespace og::cli
