// SPDX-License-Identifier: MIT
// The originals: Project Nayuki's SHA-1 and Whirlpool assembly (2012), as published in the Rust crates
// sha1-asm and whirlpool-asm. The build assembles the source files of the crates. The loop over blocks, which
// the crates have in Rust, is in C++ here.
#include "peer.hpp"

#include <array>

extern "C" {
void sha1_compress(std::uint32_t state[5], const std::uint8_t block[64]);
void whirlpool_compress(std::uint8_t state[64], const std::uint8_t block[64]);
}

namespace {

using namespace og::peer;

constexpr std::size_t block_size = 64;

struct Sha1 {
    std::array<std::uint32_t, 5> state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

    void compress(const std::uint8_t *block) { sha1_compress(state.data(), block); }
    std::size_t store(std::uint8_t *digest) const {
        for (std::size_t i = 0; i < 4 * state.size(); i++)
            digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - i % 4 * 8));
        return 4 * state.size();
    }
};

struct Whirlpool {
    alignas(8) std::array<std::uint8_t, 64> state{};

    void compress(const std::uint8_t *block) { whirlpool_compress(state.data(), block); }
    std::size_t store(std::uint8_t *digest) const {
        std::memcpy(digest, state.data(), state.size());
        return state.size();
    }
};

template <class Hash> struct BlocksJob {
    og_peer_task task;
    Hash hash;
    std::uint64_t bytes = 0;

    explicit BlocksJob(const og_peer_task &t) : task(t) {
        require(t.size % block_size == 0, "whole blocks only");
    }
    void call() {
        for (std::size_t at = 0; at < task.size; at += block_size) hash.compress(task.in + at);
        bytes += task.size;
    }
    // The message consists of whole blocks, so the padding is one block.
    std::size_t answer(std::uint8_t *digest) {
        std::uint8_t last[block_size] = {0x80};
        for (std::size_t i = 1; i <= 8; i++)
            last[block_size - i] = static_cast<std::uint8_t>(bytes * 8 >> (i - 1) * 8);
        hash.compress(last);
        return hash.store(digest);
    }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    static const og_peer_row rows[] = {
        row<BlocksJob<Sha1>>("nayuki.sha1-asm", "sha1.blocks", OLDGUARD_NAYUKI_CODE),
        row<BlocksJob<Whirlpool>>("nayuki.whirlpool-asm", "whirlpool.blocks", OLDGUARD_NAYUKI_CODE),
    };
    static const og_peer_module module = {OG_PEER_ABI, "nayuki", OLDGUARD_NAYUKI_VERSION, rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
