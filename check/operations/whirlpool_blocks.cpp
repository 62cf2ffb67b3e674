// SPDX-License-Identifier: MIT
// whirlpool.blocks: void (uint8_t cv[64], const uint8_t *blocks, size_t nblocks)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

namespace og::check {

namespace {

void apply(Values &v) {
    for (std::size_t i = 0; i < v.count; i++)
        oracle::whirlpool_block(v.buffers[0].data(), &v.buffers[1][64 * i]);
}

std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const HashVector &published : whirlpool_vectors()) {
        const Bytes padded = oracle::pad(published.message, 32);
        const std::size_t count = padded.size() / 64;
        all.push_back(
            {published.name, {{Bytes(64, 0), padded, {}}, count}, {{published.digest, padded, {}}, count}});
    }
    return all;
}

}  // namespace

Meaning whirlpool_blocks(unsigned) { return {.most_blocks = 66, .oracle = apply, .vectors = vectors}; }

}  // namespace og::check
