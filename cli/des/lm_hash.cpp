// SPDX-License-Identifier: MIT
#include "lm_hash.hpp"

#include <algorithm>

namespace og::cli {

void lm_hash(std::span<const std::uint8_t> password, Secret<16> &hash) {
    static constexpr std::uint8_t text[] = {'K', 'G', 'S', '!', '@', '#', '$', '%'};
    Secret<14> capital;
    std::ranges::transform(
        password.first(std::min<std::size_t>(password.size(), 14)), capital.bytes.begin(),
        [](std::uint8_t c) { return static_cast<std::uint8_t>(c >= 'a' && c <= 'z' ? c - 32 : c); });
    for (std::size_t half = 0; half < 2; half++) {
        const std::uint8_t *seven = capital.data() + 7 * half;
        Secret<8> key;  // 56 bits with a parity bit after each seven
        for (unsigned i = 0; i < 8; i++) {
            const unsigned high = i > 0 ? seven[i - 1] << (8 - i) : 0u, low = i < 7 ? seven[i] >> i : 0u;
            key.bytes[i] = static_cast<std::uint8_t>((high | low) & 0xfe);
        }
        og_des_key_fix_parity(key.data());
        og_des_crypt(OG_DES, OG_ECB, 1, key.data(), 8, nullptr, 0, OG_DES_CHECK_NONE, hash.data() + 8 * half,
                     text, 8);
    }
}

}  // namespace og::cli
