// SPDX-License-Identifier: MIT
#include "des_padding.hpp"

#include "os/secrets.hpp"

#include <algorithm>
#include <cstring>

namespace og::cli {

namespace {

// Returns the number of data bytes before padding whose last byte is its size, or -1.
int before_count(const std::uint8_t last[block_size]) {
    const unsigned count = last[block_size - 1];
    return count < 1 || count > block_size ? -1 : static_cast<int>(block_size - count);
}

// Returns the number of bytes before the zeros at the end of `size` bytes.
int before_zeros(const std::uint8_t *bytes, int size) {
    while (size > 0 && bytes[size - 1] == 0) size--;
    return size;
}

}  // namespace

std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size) {
    const std::size_t count = padding == Padding::zero ? (block_size - size % block_size) % block_size
                                                       : block_size - size % block_size;
    const auto value = static_cast<std::uint8_t>(count);
    std::memset(data + size, padding == Padding::pkcs7 ? value : 0, count);  // RFC 5652, section 6.3
    if (padding == Padding::iso7816) data[size] = 0x80;  // ISO/IEC 7816-4: a one bit, then zero bits
    if (padding == Padding::iso10126 && !os::fill_random(data + size, count)) return size;
    if (padding == Padding::x923 || padding == Padding::iso10126) data[size + count - 1] = value;
    return size + count;
}

int unpadded(Padding padding, const std::uint8_t last[block_size]) {
    constexpr int whole = block_size;
    const int rest = before_count(last);
    switch (padding) {
    case Padding::pkcs7:
    case Padding::ignore:
        for (int i = std::max(rest, 0); i < whole; i++)
            if (rest < 0 || last[i] != last[whole - 1]) return padding == Padding::ignore ? whole : -1;
        return rest;
    case Padding::x923:
        return rest >= 0 && before_zeros(last, whole - 1) <= rest ? rest : -1;
    case Padding::iso10126:
        return rest;
    case Padding::zero:
        return before_zeros(last, whole);
    default: {
        const int end = before_zeros(last, whole);
        return end > 0 && last[end - 1] == 0x80 ? end - 1 : -1;
    }
    }
}

}  // namespace og::cli
