// SPDX-License-Identifier: MIT
// sha1.lanes: void (uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks)
// whirlpool.lanes: void (uint8_t (*cv)[64], const uint8_t *const *blocks, size_t nblocks)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

#include <cstring>

namespace og::check {

namespace {

constexpr std::size_t first_lane =
    3;  // index of the first buffer of a lane, behind cv, the pointers and the count
struct Sha1 {
    static constexpr std::size_t cv_size = 20, length_size = 8;
    static constexpr const auto &published = sha1_vectors;
    static Bytes start() {
        Bytes cv(cv_size);
        std::memcpy(cv.data(), oracle::sha1_start.data(), cv_size);
        return cv;
    }
    static Bytes end(const Bytes &digest) {  // the digest is big-endian, the words are little-endian
        Bytes cv(cv_size);
        for (std::size_t i = 0; i < cv_size; i += 4) {
            const auto *d = &digest[i];
            const std::uint32_t word =
                std::uint32_t{d[0]} << 24 | std::uint32_t{d[1]} << 16 | std::uint32_t{d[2]} << 8 | d[3];
            std::memcpy(&cv[i], &word, 4);
        }
        return cv;
    }
    static void block(std::uint8_t *cv, const std::uint8_t *block) {
        std::uint32_t words[5];
        std::memcpy(words, cv, cv_size);
        oracle::sha1_block(words, block);
        std::memcpy(cv, words, cv_size);
    }
};

struct Whirlpool {
    static constexpr std::size_t cv_size = 64, length_size = 32;
    static constexpr const auto &published = whirlpool_vectors;
    static Bytes start() { return Bytes(cv_size); }
    static Bytes end(const Bytes &digest) { return digest; }
    static void block(std::uint8_t *cv, const std::uint8_t *block) { oracle::whirlpool_block(cv, block); }
};

template <class Hash> void apply(Values &v) {
    for (std::size_t lane = 0; first_lane + lane < v.buffers.size(); lane++)
        for (std::size_t i = 0; i < v.count; i++)
            Hash::block(&v.buffers[0][Hash::cv_size * lane], &v.buffers[first_lane + lane][64 * i]);
}

// Puts each published message into each lane. The other lanes hold messages of the same length that differ
// from it and from each other. Their results are the oracle's.
template <class Hash> std::vector<Vector> vectors(unsigned lanes) {
    std::vector<Vector> all;
    for (const HashVector &published : Hash::published())
        for (unsigned place = 0; place < lanes; place++) {
            const Bytes padded = oracle::pad(published.message, Hash::length_size);
            Vector vector{published.name + " in lane " + std::to_string(place), {}, {}};
            vector.before.count = padded.size() / 64;
            vector.before.buffers = {{}, Bytes(lanes * sizeof(void *)), {}};
            Bytes &cv = vector.before.buffers[0];
            for (unsigned lane = 0; lane < lanes; lane++) {
                const Bytes start = Hash::start();
                cv.insert(cv.end(), start.begin(), start.end());
            }
            for (unsigned lane = 0; lane < lanes; lane++) {
                vector.before.buffers.push_back(padded);
                if (lane != place) vector.before.buffers.back()[0] ^= static_cast<std::uint8_t>(lane + 1);
            }
            vector.after = vector.before;
            apply<Hash>(vector.after);
            const Bytes end = Hash::end(published.digest);
            std::memcpy(&vector.after.buffers[0][Hash::cv_size * place], end.data(), end.size());
            all.push_back(std::move(vector));
        }
    return all;
}

template <class Hash> Meaning meaning(unsigned lanes) {
    return {.most_blocks = 40, .oracle = apply<Hash>, .vectors = [lanes] { return vectors<Hash>(lanes); }};
}

}  // namespace

Meaning sha1_lanes(unsigned lanes) { return meaning<Sha1>(lanes); }
Meaning whirlpool_lanes(unsigned lanes) { return meaning<Whirlpool>(lanes); }

}  // namespace og::check
