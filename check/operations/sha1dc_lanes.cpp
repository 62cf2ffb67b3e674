// SPDX-License-Identifier: MIT
// sha1dc.lanes: void (uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks,
//                     uint32_t *info)
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

#include <oldguard/kernels.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace og::check {

namespace {

constexpr std::size_t first_lane = 4;  // the arguments before: cv, the pointers, the count, info
constexpr std::size_t words = 6;       // of one block and lane in info: the chaining value and the mask

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

// Each block of a published attack in each lane, where it must stay under suspicion of its vector;
// beside it blocks that differ from it and from each other, whose answers are the oracle's.
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

Operation sha1dc_lanes(unsigned lanes) {
    if (lanes < 1 || lanes > std::size(lane_names))
        throw std::invalid_argument("sha1dc.lanes: no kernel has " + std::to_string(lanes) + " lanes");
    Operation op{
        .name = "sha1dc.lanes",
        .arguments = {{.role = Role::input_output, .name = "cv", .fixed = 20 * lanes, .align = 4},
                      {.role = Role::pointers,
                       .name = "blocks",
                       .fixed = lanes * sizeof(void *),
                       .align = alignof(void *)},
                      {.role = Role::count, .name = "nblocks"},
                      {.role = Role::output, .name = "info", .per_block = 4 * words * lanes, .align = 4}},
        .most_blocks = 18,
        .fill = fill_with_suspects,
        .oracle = apply,
        .vectors = [lanes] { return vectors(lanes); }};
    for (unsigned lane = 0; lane < lanes; lane++)
        op.arguments.push_back({.role = Role::lane, .name = lane_names[lane], .per_block = 64});
    return op;
}

}  // namespace og::check
