// SPDX-License-Identifier: MIT
// pbkdf2.whirlpool_blocks: void (uint8_t (*u)[64], uint8_t (*sums)[64], const uint8_t (*keys)[64],
//                         size_t iterations)
#include "../oracles/oracle.hpp"
#include "operations.hpp"

#include <algorithm>

namespace og::check {

namespace {

constexpr std::size_t size = 64;  // bytes of a digest, a chaining value and a block

// Returns the padding after a key block and a digest of 64 bytes each.
Bytes padding() {
    const Bytes padded = oracle::pad(Bytes(2 * size), 32);
    return {padded.begin() + 2 * size, padded.end()};
}

void add(std::uint8_t *sum, const std::uint8_t *u) {
    for (std::size_t i = 0; i < size; i++) sum[i] ^= u[i];
}

// Computes the iterations, one compression at a time.
void apply(Values &v) {
    const Bytes end = padding();
    for (std::size_t at = 0; at < v.buffers[0].size(); at += size)
        for (std::size_t i = 0; i < v.count; i++) {
            for (std::size_t half = 0; half < 2; half++) {
                const std::uint8_t *key = &v.buffers[2][half * v.buffers[0].size() + at];
                Bytes cv(key, key + size);
                oracle::whirlpool_block(cv.data(), &v.buffers[0][at]);
                oracle::whirlpool_block(cv.data(), end.data());
                std::copy(cv.begin(), cv.end(), &v.buffers[0][at]);
            }
            add(&v.buffers[1][at], &v.buffers[0][at]);
        }
}

Bytes joined(Bytes first, const Bytes &second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// HMAC (RFC 2104, section 2) over whole messages. No standard has vectors of PBKDF2 with Whirlpool.
std::vector<Vector> vectors(unsigned lanes) {
    Bytes inner(size, 0x36), outer(size, 0x5c);
    for (std::size_t i = 0; i < 20; i++) {  // a key of 20 bytes
        inner[i] ^= static_cast<std::uint8_t>(i + 1);
        outer[i] ^= static_cast<std::uint8_t>(i + 1);
    }
    Vector vector{"HMAC of whole messages", {{{}, Bytes(size * lanes), Bytes(2 * size * lanes)}, 3}, {}};
    Values &before = vector.before;
    for (unsigned lane = 0; lane < lanes; lane++) {
        oracle::whirlpool_block(&before.buffers[2][size * lane], inner.data());
        oracle::whirlpool_block(&before.buffers[2][size * (lanes + lane)], outer.data());
    }
    std::vector<Bytes> u;
    for (unsigned lane = 0; lane < lanes; lane++) {
        u.push_back(Bytes(size, static_cast<std::uint8_t>(lane)));
        before.buffers[0] = joined(before.buffers[0], u.back());
    }
    vector.after = before;
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (std::size_t i = 0; i < before.count; i++) {
            u[lane] = oracle::whirlpool(joined(outer, oracle::whirlpool(joined(inner, u[lane]))));
            add(&vector.after.buffers[1][size * lane], u[lane].data());
        }
        std::copy(u[lane].begin(), u[lane].end(), &vector.after.buffers[0][size * lane]);
    }
    return {vector};
}

}  // namespace

Meaning pbkdf2_whirlpool_blocks(unsigned lanes) {
    return {.most_blocks = 9, .oracle = apply, .vectors = [lanes] { return vectors(lanes); }};
}

}  // namespace og::check
