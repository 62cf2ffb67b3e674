// SPDX-License-Identifier: MIT
// sha1.blocks: void (uint32_t cv[5], const uint8_t *blocks, size_t nblocks)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

#include <cstring>

namespace og::check {

namespace {

void apply(Values &v) {
    std::uint32_t cv[5];
    std::memcpy(cv, v.buffers[0].data(), sizeof cv);
    for (std::size_t i = 0; i < v.count; i++) oracle::sha1_block(cv, &v.buffers[1][64 * i]);
    std::memcpy(v.buffers[0].data(), cv, sizeof cv);
}

std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const HashVector &published : sha1_vectors()) {
        const Bytes padded = oracle::pad(published.message, 8);
        Bytes start(20), end(20);
        std::memcpy(start.data(), oracle::sha1_start.data(), 20);
        for (std::size_t i = 0; i < 20; i += 4) {  // the digest is big-endian, the words are little-endian
            const auto *d = &published.digest[i];
            const std::uint32_t word =
                std::uint32_t{d[0]} << 24 | std::uint32_t{d[1]} << 16 | std::uint32_t{d[2]} << 8 | d[3];
            std::memcpy(&end[i], &word, 4);
        }
        const std::size_t count = padded.size() / 64;
        all.push_back({published.name, {{start, padded, {}}, count}, {{end, padded, {}}, count}});
    }
    return all;
}

}  // namespace

Meaning sha1_blocks(unsigned) { return {.most_blocks = 130, .oracle = apply, .vectors = vectors}; }

}  // namespace og::check
