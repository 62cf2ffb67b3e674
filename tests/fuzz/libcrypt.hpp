// SPDX-License-Identifier: MIT
// The system's crypt(3) within what crypt.h takes.
#pragma once

#include <crypt.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace og::fuzz {

// Returns libcrypt's hash, or "" for a setting that crypt.h refuses.
inline std::string libcrypt_hash(std::string_view password, const std::string &setting) {
    constexpr std::string_view refused = " !*:;\\";
    constexpr std::string_view salts = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (setting.size() < 2 || setting.size() > 13 || setting.find_first_not_of(salts) < 2) return "";
    for (const char c : setting)
        if (c <= ' ' || c > '~' || refused.find(c) != std::string_view::npos) return "";
    // Eight characters count. libcrypt refuses more than 512.
    static crypt_data data;
    const char *hash = crypt_r(std::string(password.substr(0, 8)).c_str(), setting.c_str(), &data);
    return hash == nullptr || *hash == '*' ? "" : hash;
}

// Returns libcrypt's hash in the extended form of BSDi, or "" for a setting that crypt.h refuses or whose
// count of iterations exceeds `most`. libcrypt refuses passwords of more than 512 characters.
inline std::string libcrypt_bsdi_hash(std::string_view password, const std::string &setting,
                                      std::uint64_t most) {
    constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view refused = " !*:;\\";
    if (setting.size() < 9 || setting.size() > 20 || setting[0] != '_' ||
        setting.find_first_not_of(digits, 1) < 9)
        return "";
    for (const char c : setting)
        if (c <= ' ' || c > '~' || refused.find(c) != std::string_view::npos) return "";
    std::uint64_t count = 0;
    for (unsigned i = 0; i < 4; i++) count |= digits.find(setting[1 + i]) << 6 * i;
    if (count > most) return "";
    static crypt_data data;
    const char *hash = crypt_r(std::string(password).c_str(), setting.c_str(), &data);
    return hash == nullptr || *hash == '*' ? "" : hash;
}

}  // namespace og::fuzz
