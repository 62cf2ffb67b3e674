// SPDX-License-Identifier: MIT
// pbkdf2.sha1_lanes: void (uint32_t *u, uint32_t *sums, const uint32_t *keys, size_t iterations)
#include "../oracles/oracle.hpp"
#include "operations.hpp"

#include <cstring>

namespace og::check {

namespace {

constexpr std::size_t words = 5;  // of a chaining value

// Word i of a lane in a buffer with word i of all lanes after the other.
std::uint32_t load(const Bytes &buffer, std::size_t index) {
    std::uint32_t word;
    std::memcpy(&word, &buffer[4 * index], 4);
    return word;
}
void store(Bytes &buffer, std::size_t index, std::uint32_t word) {
    std::memcpy(&buffer[4 * index], &word, 4);
}

Bytes digest_of(const std::uint32_t cv[words]) {
    Bytes digest;
    for (std::size_t i = 0; i < words; i++)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest.push_back(static_cast<std::uint8_t>(cv[i] >> shift));
    return digest;
}

// Computes the iterations, one compression at a time.
void apply(Values &v) {
    const std::size_t lanes = v.buffers[0].size() / (4 * words);
    for (std::size_t lane = 0; lane < lanes; lane++)
        for (std::size_t n = 0; n < v.count; n++) {
            for (std::size_t half = 0; half < 2; half++) {
                std::uint32_t u[words], cv[words];
                for (std::size_t i = 0; i < words; i++) {
                    u[i] = load(v.buffers[0], lanes * i + lane);
                    cv[i] = load(v.buffers[2], lanes * (words * half + i) + lane);
                }
                Bytes message(64);  // the key block, whose content does not matter
                const Bytes digest = digest_of(u);
                message.insert(message.end(), digest.begin(), digest.end());
                const Bytes padded = oracle::pad(message, 8);
                oracle::sha1_block(cv, &padded[64]);
                for (std::size_t i = 0; i < words; i++) store(v.buffers[0], lanes * i + lane, cv[i]);
            }
            for (std::size_t at = lane; at < words * lanes; at += lanes)
                store(v.buffers[1], at, load(v.buffers[1], at) ^ load(v.buffers[0], at));
        }
}

// RFC 6070, section 2: "password" and "salt" with 1 and with 2 iterations. T_1 is U_1, and T_2 is U_1 ^ U_2.
std::vector<Vector> vectors(unsigned lanes) {
    constexpr std::uint32_t first[words] = {0x0c60c80f, 0x961f0e71, 0xf3a9b524, 0xaf601206, 0x2fe037a6};
    constexpr std::uint32_t second[words] = {0xea6c014d, 0xc72d6f8c, 0xcd1ed92a, 0xce1d41f0, 0xd8de8957};
    const std::size_t size = 4 * words * lanes;
    Vector vector{"RFC 6070", {{Bytes(size), Bytes(size), Bytes(2 * size)}, 1}, {}};
    Values &before = vector.before, &after = vector.after;
    for (unsigned lane = 0; lane < lanes; lane++)
        for (std::size_t half = 0; half < 2; half++) {
            Bytes block(64, half ? 0x5c : 0x36);
            for (std::size_t i = 0; i < 8; i++) block[i] ^= static_cast<std::uint8_t>("password"[i]);
            auto cv = oracle::sha1_start;
            oracle::sha1_block(cv.data(), block.data());
            for (std::size_t i = 0; i < words; i++)
                store(before.buffers[2], lanes * (words * half + i) + lane, cv[i]);
        }
    for (std::size_t at = 0; at < words * lanes; at++) {
        store(before.buffers[0], at, first[at / lanes]);
        store(before.buffers[1], at, first[at / lanes]);
    }
    after = before;
    for (std::size_t at = 0; at < words * lanes; at++) {
        store(after.buffers[0], at, first[at / lanes] ^ second[at / lanes]);
        store(after.buffers[1], at, second[at / lanes]);
    }
    return {vector};
}

}  // namespace

Meaning pbkdf2_sha1_lanes(unsigned lanes) {
    return {.most_blocks = 9, .oracle = apply, .vectors = [lanes] { return vectors(lanes); }};
}

}  // namespace og::check
