// SPDX-License-Identifier: MIT
// sha1dc.blocks: void (uint32_t cv[5], const uint8_t *blocks, size_t nblocks, og_sha1dc_block_info *info)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "../vectors/suspects.hpp"
#include "operations.hpp"

#include <oldguard/kernels.h>

#include <algorithm>
#include <cstring>

namespace og::check {

namespace {

static_assert(sizeof(og_sha1dc_block_info) == 124);

void apply(Values &v) {
    std::uint32_t cv[5];
    std::memcpy(cv, v.buffers[0].data(), sizeof cv);
    for (std::size_t i = 0; i < v.count; i++) {
        og_sha1dc_block_info info;
        oracle::sha1dc_block(cv, &v.buffers[1][64 * i], info);
        std::memcpy(&v.buffers[3][sizeof info * i], &info, sizeof info);
    }
    std::memcpy(v.buffers[0].data(), cv, sizeof cv);
}

Bytes words(const std::array<std::uint32_t, 5> &cv) {
    Bytes bytes(sizeof cv);
    std::memcpy(bytes.data(), cv.data(), sizeof cv);
    return bytes;
}

// The mask of a block of a published attack must contain the block's disturbance vector.
std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const AttackVector &published : sha1_attacks()) {
        Vector vector{published.name, {}, {}};
        vector.before.buffers = {
            words(published.before), published.block, {}, Bytes(sizeof(og_sha1dc_block_info))};
        vector.after = vector.before;
        apply(vector.after);
        vector.after.buffers[0] = words(published.after);
        og_sha1dc_block_info info;
        std::memcpy(&info, vector.after.buffers[3].data(), sizeof info);
        info.mask |= 1u << published.vector;
        std::memcpy(vector.after.buffers[3].data(), &info, sizeof info);
        all.push_back(std::move(vector));
    }
    return all;
}

}  // namespace

// The mask of a random block is nonzero in one of twenty blocks, mostly with one vector. Here one third of
// the blocks is random, one third satisfies the conditions of some vector, and one third misses one of them.
void fill_with_suspects(const Argument &argument, Bytes &buffer, Rng &rng) {
    rng.fill(buffer.data(), buffer.size());
    if (argument.per_block != 64) return;
    for (std::size_t i = 0; i < buffer.size(); i += 64) {
        const std::size_t kind = rng.below(3);
        const unsigned vector = static_cast<unsigned>(rng.below(32));
        if (kind == 0) continue;
        const Block block = kind == 1 ? suspect_block(rng, 1u << vector) : near_miss(rng, vector);
        std::copy(block.begin(), block.end(), &buffer[i]);
    }
}

Meaning sha1dc_blocks(unsigned) {
    return {.most_blocks = 70, .fill = fill_with_suspects, .oracle = apply, .vectors = vectors};
}

}  // namespace og::check
