// SPDX-License-Identifier: MIT
// The system's crypt(3) within what og_crypt_des takes.
#pragma once

#include <crypt.h>

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

}  // namespace og::fuzz
