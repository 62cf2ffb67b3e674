// SPDX-License-Identifier: MIT
// sha1dc.lanes: void (uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks,
//                     uint32_t *info)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

#include <oldguard/kernels.h>

#include <cstring>
#include <string>

namespace og::check {

namespace {

constexpr std::size_t first_lane = 4;  // index of a lane's first buffer: cv, pointers, count, info precede
constexpr std::size_t words = 6;       // per block and lane in info: the chaining value and the mask

void put(Bytes &info, std::size_t at, std::uint32_t word) {
    std::memcpy(&info[sizeof word * at], &word, sizeof word);
}

void apply(Values &v) {
    const std::size_t lanes = v.buffers.size() - first_lane;
    for (std::size_t lane = 0; lane < lanes; lane++) {
        std::uint32_t cv[5];
        std::memcpy(cv, &v.buffers[0][sizeof cv * lane], sizeof cv);
        for (std::size_t i = 0; i < v.count; i++) {
            og_sha1dc_block_info info;
            oracle::sha1dc_block(cv, &v.buffers[first_lane + lane][64 * i], info);
            for (std::size_t k = 0; k < 5; k++) put(v.buffers[3], (words * i + k) * lanes + lane, info.cv[k]);
            put(v.buffers[3], (words * i + 5) * lanes + lane, info.mask);
        }
        std::memcpy(&v.buffers[0][sizeof cv * lane], cv, sizeof cv);
    }
}

// Puts each block of a published attack into each lane, whose mask must contain the block's disturbance
// vector. The other lanes hold blocks that differ from it and from each other. Their results are the
// oracle's.
std::vector<Vector> vectors(unsigned lanes) {
    std::vector<Vector> all;
    for (const AttackVector &published : sha1_attacks())
        for (unsigned place = 0; place < lanes; place++) {
            Vector vector{std::string(published.name) + " in lane " + std::to_string(place), {}, {}};
            auto &buffers = vector.before.buffers;
            buffers = {Bytes(20 * lanes), Bytes(lanes * sizeof(void *)), {}, Bytes(4 * words * lanes)};
            for (unsigned lane = 0; lane < lanes; lane++) {
                std::memcpy(&buffers[0][20 * lane], published.before.data(), 20);
                buffers.push_back(published.block);
                if (lane != place) buffers.back()[0] ^= static_cast<std::uint8_t>(lane + 1);
            }
            vector.after = vector.before;
            apply(vector.after);
            std::memcpy(&vector.after.buffers[0][20 * place], published.after.data(), 20);
            std::uint32_t mask;
            std::uint8_t *at = &vector.after.buffers[3][4 * (5 * lanes + place)];
            std::memcpy(&mask, at, sizeof mask);
            mask |= 1u << published.vector;
            std::memcpy(at, &mask, sizeof mask);
            all.push_back(std::move(vector));
        }
    return all;
}

}  // namespace

Meaning sha1dc_lanes(unsigned lanes) {
    return {.most_blocks = 18, .fill = fill_with_suspects, .oracle = apply, .vectors = [lanes] {
                return vectors(lanes);
            }};
}

}  // namespace og::check
