// SPDX-License-Identifier: MIT
// What `oldguard crypt` takes as a salt: of the traditional crypt(3) or of its extended form of BSDi.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

inline constexpr std::uint64_t default_most_iterations = 1'000'000;  // of BSDi's form

inline bool is_bsdi(std::string_view setting) { return setting.starts_with('_'); }

// Returns why a setting is refused, or "". most: iterations of BSDi's form. Hashes a password to know what is
// wrong with a setting of the traditional form.
std::string refused_setting(const std::string &setting, std::uint64_t most);

// Writes the hash of each password under its setting. Those of a form fill the lanes of a kernel. The texts
// are C strings. Returns an og_status, and in `bad` the index of a setting that is refused.
int hash_passwords(const std::vector<const char *> &passwords, const std::vector<const char *> &settings,
                   std::vector<std::string> &hashes, std::size_t &bad);

// Returns what an og_status of hash_passwords means to a user.
std::string hash_error(int status);

}  // namespace og::cli
