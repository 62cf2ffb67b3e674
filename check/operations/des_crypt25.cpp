// SPDX-License-Identifier: MIT
// des.crypt25: void (uint8_t out[8], const og_des_key *ks, uint32_t salt)
#include "../vectors/published.hpp"
#include "des_common.hpp"

#include <string_view>

namespace og::check {

namespace {

void apply(Values &v) {
    oracle::store_be64(v.buffers[0].data(), oracle::des_crypt25(schedule(v.buffers[1]), v.number));
}

std::uint32_t digit(char c) {
    constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return static_cast<std::uint32_t>(digits.find(c));
}

std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (std::size_t i = 0; i < crypt_vectors().size(); i++) {
        const CryptCase published = crypt_case(i);
        Bytes ks, out(8);
        append_schedule(ks, published.key);
        oracle::store_be64(out.data(), published.block);
        all.push_back({crypt_vectors()[i].hash,
                       {{Bytes(8), ks, {}}, 1, 0, published.salt},
                       {{out, ks, {}}, 1, 0, published.salt}});
    }
    return all;
}

}  // namespace

// A password is a key with seven bits per character. A hash is the block in digits of six bits.
CryptCase crypt_case(std::size_t index) {
    const CryptVector &published = crypt_vectors()[index];
    const std::string_view password = published.password, hash = published.hash;
    std::uint64_t key = 0, block = 0;
    for (std::size_t i = 0; i < 8; i++) key = key << 8 | (i < password.size() ? password[i] & 0x7fu : 0) << 1;
    for (char c : hash.substr(2, 10)) block = block << 6 | digit(c);
    block = block << 4 | digit(hash[12]) >> 2;
    return {key, digit(hash[0]) | digit(hash[1]) << 6, block};
}

Meaning des_crypt25(unsigned) { return {.fill = fill_schedules, .oracle = apply, .vectors = vectors}; }

}  // namespace og::check
