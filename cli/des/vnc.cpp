// SPDX-License-Identifier: MIT
#include "vnc.hpp"

#include "files/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::cli {

void reverse_bits(std::span<std::uint8_t> bytes) {
    for (std::uint8_t &byte : bytes) {
        unsigned reversed = 0;
        for (int bit = 0; bit < 8; bit++) reversed |= (byte >> bit & 1u) << (7 - bit);
        byte = static_cast<std::uint8_t>(reversed);
    }
}

void vnc_password(const std::uint8_t coded[8], Secret<8> &password) {
    std::array<std::uint8_t, 8> key{23, 82, 107, 6, 35, 78, 88, 7};  // of every VNC program
    reverse_bits(key);
    og_des_crypt(OG_DES, OG_ECB, 0, key.data(), key.size(), nullptr, 0, OG_DES_CHECK_NONE, password.data(),
                 coded, 8);
}

std::string read_vnc_file(const std::string &name, std::array<Secret<8>, 2> &passwords, std::size_t &count) {
    std::string file;
    std::string why = read_whole_file(name.c_str(), 16, file);
    if (why.empty() && file.size() != 8 && file.size() != 16)
        why = fmt::format("{} bytes; a file has one password of 8 bytes, or two", file.size());
    count = why.empty() ? file.size() / 8 : 0;
    for (std::size_t i = 0; i < count; i++)
        vnc_password(reinterpret_cast<const std::uint8_t *>(file.data()) + 8 * i, passwords[i]);
    os::wipe(file.data(), file.size());
    return why;
}

std::string_view vnc_text(const Secret<8> &password) {
    const auto end = std::ranges::find(password.bytes, 0);
    return {reinterpret_cast<const char *>(password.data()),
            static_cast<std::size_t>(end - password.bytes.begin())};
}

bool vnc_password_fits(std::span<const std::uint8_t> head, std::uint64_t size) {
    if (size != head.size() || (size != 8 && size != 16)) return false;
    for (std::size_t at = 0; at < size; at += 8) {
        Secret<8> password;
        vnc_password(head.data() + at, password);
        const auto zeros = std::ranges::find(password.bytes, 0);
        if (std::any_of(zeros, password.bytes.end(), [](std::uint8_t c) { return c != 0; }) ||
            std::any_of(password.bytes.begin(), zeros, [](std::uint8_t c) { return c < 32 || c > 126; }))
            return false;
    }
    return true;
}

}  // namespace og::cli
