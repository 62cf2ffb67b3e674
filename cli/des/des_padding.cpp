// SPDX-License-Identifier: MIT
#include "des_padding.hpp"

#include <cstring>

namespace og::cli {

std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size) {
    std::size_t count = block_size - size % block_size;
    if (padding == Padding::pkcs7) {  // RFC 5652, section 6.3
        std::memset(data + size, static_cast<int>(count), count);
    } else {  // ISO/IEC 7816-4: a one bit, then zero bits
        std::memset(data + size, 0, count);
        data[size] = 0x80;
    }
    return size + count;
}

int unpadded(Padding padding, const std::uint8_t last[block_size]) {
    if (padding == Padding::pkcs7) {
        unsigned count = last[block_size - 1];
        if (count < 1 || count > block_size) return -1;
        for (std::size_t i = block_size - count; i < block_size; i++)
            if (last[i] != count) return -1;
        return static_cast<int>(block_size - count);
    }
    int size = block_size - 1;
    while (size >= 0 && last[size] == 0) size--;
    return size >= 0 && last[size] == 0x80 ? size : -1;
}

}  // namespace og::cli
