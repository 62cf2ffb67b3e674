// SPDX-License-Identifier: MIT
// What the DES operations share: key schedules as buffers, blocks as libdes words.
#pragma once

#include "../oracles/oracle.hpp"
#include "operations.hpp"

#include <cstring>

namespace og::check {

// A published hash of crypt(3) as numbers: the key, the salt, the block that it comes to.
struct CryptCase {
    std::uint64_t key;
    std::uint32_t salt;
    std::uint64_t block;
};

CryptCase crypt_case(std::size_t index);  // of crypt_vectors()

inline constexpr std::size_t schedule_size = sizeof(og_des_key);

inline og_des_key schedule(const Bytes &buffer, std::size_t index = 0) {
    og_des_key ks;
    std::memcpy(&ks, &buffer[index * schedule_size], schedule_size);
    return ks;
}

inline void append_schedule(Bytes &buffer, std::uint64_t key) {
    const og_des_key ks = oracle::des_key(key);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&ks);
    buffer.insert(buffer.end(), bytes, bytes + schedule_size);
}

// Key schedules of random keys, and now and then 16 unrelated round keys, which no key gives but
// every kernel must take as it finds them.
inline void fill_schedules(const Argument &argument, Bytes &buffer, Rng &rng) {
    if (argument.role != Role::key) {
        rng.fill(buffer.data(), buffer.size());
        return;
    }
    const std::size_t keys = buffer.size() / schedule_size;
    buffer.clear();
    for (std::size_t i = 0; i < keys; i++) append_schedule(buffer, rng.next());
    if (rng.below(4) != 0) return;
    std::vector<std::uint32_t> words(buffer.size() / 4);
    for (std::size_t i = 0; i < words.size(); i++)  // the bits that og_des_key gives to fields
        words[i] = static_cast<std::uint32_t>(rng.next()) & (i % 2 ? 0xcfcfcfcf : 0xfcfcfcfc);
    std::memcpy(buffer.data(), words.data(), buffer.size());
}

// A block as the words of libdes: bytes 0..3 and 4..7, each read little-endian.
inline std::uint64_t block_of_words(const Bytes &words) {
    std::uint32_t w[2];
    std::memcpy(w, words.data(), 8);
    std::uint64_t block = 0;
    for (int i = 0; i < 8; i++) block = block << 8 | (w[i / 4] >> (8 * (i % 4)) & 0xff);
    return block;
}

inline Bytes words_of_block(std::uint64_t block) {
    std::uint32_t w[2] = {0, 0};
    for (int i = 0; i < 8; i++)
        w[i / 4] |= static_cast<std::uint32_t>(block >> (56 - 8 * i) & 0xff) << (8 * (i % 4));
    Bytes words(8);
    std::memcpy(words.data(), w, 8);
    return words;
}

}  // namespace og::check
