// SPDX-License-Identifier: MIT
// Helpers of the DES operations: key schedules as buffers, blocks as words of libdes.
#pragma once

#include "../oracles/oracle.hpp"
#include "operations.hpp"

#include <cstring>

namespace og::check {

// A published hash of crypt(3) as numbers: the key, the salt, the final block.
struct CryptCase {
    std::uint64_t key;
    std::uint32_t salt;
    std::uint64_t block;
};

// Returns the element of crypt_vectors() with an index.
CryptCase crypt_case(std::size_t index);

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

// Fills a buffer with key schedules of random keys. In one of four cases the round keys are unrelated. No
// key has them, but every kernel must accept them.
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
    for (std::size_t i = 0; i < words.size(); i++)  // only bits that are fields of og_des_key
        words[i] = static_cast<std::uint32_t>(rng.next()) & (i % 2 ? 0xcfcfcfcf : 0xfcfcfcfc);
    std::memcpy(buffer.data(), words.data(), buffer.size());
}

// Returns the block of two words of libdes: bytes 0 to 3 and 4 to 7, each little-endian.
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
