// SPDX-License-Identifier: MIT
// sha1.lanes: void (uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks)
#include "../oracle.hpp"
#include "../published.hpp"
#include "operations.hpp"

#include <cstring>
#include <stdexcept>

namespace og::check {

namespace {

constexpr std::size_t first_lane = 3;  // the arguments before: cv, the pointers, the count
constexpr const char *names[] = {"blocks[0]",  "blocks[1]",  "blocks[2]",  "blocks[3]",
                                 "blocks[4]",  "blocks[5]",  "blocks[6]",  "blocks[7]",
                                 "blocks[8]",  "blocks[9]",  "blocks[10]", "blocks[11]",
                                 "blocks[12]", "blocks[13]", "blocks[14]", "blocks[15]"};

void apply(Values &v) {
    for (std::size_t lane = 0; first_lane + lane < v.buffers.size(); lane++) {
        std::uint32_t cv[5];
        std::memcpy(cv, &v.buffers[0][20 * lane], sizeof cv);
        for (std::size_t i = 0; i < v.count; i++)
            oracle::sha1_block(cv, &v.buffers[first_lane + lane][64 * i]);
        std::memcpy(&v.buffers[0][20 * lane], cv, sizeof cv);
    }
}

// Each published message in each lane; beside it messages of the same length that differ from it
// and from each other, whose answers are the oracle's.
std::vector<Vector> vectors(unsigned lanes) {
    std::vector<Vector> all;
    for (const HashVector &published : sha1_vectors())
        for (unsigned place = 0; place < lanes; place++) {
            const Bytes padded = oracle::pad(published.message, 8);
            Vector vector{published.name + " in lane " + std::to_string(place), {}, {}};
            vector.before.count = padded.size() / 64;
            vector.before.buffers = {Bytes(20 * lanes), Bytes(lanes * sizeof(void *)), {}};
            for (unsigned lane = 0; lane < lanes; lane++) {
                std::memcpy(&vector.before.buffers[0][20 * lane], oracle::sha1_start.data(), 20);
                vector.before.buffers.push_back(padded);
                if (lane != place)
                    vector.before.buffers.back()[0] ^= static_cast<std::uint8_t>(lane + 1);
            }
            vector.after = vector.before;
            apply(vector.after);
            for (std::size_t i = 0; i < 20; i += 4) {  // the digest is big-endian, the words are not
                const auto *d = &published.digest[i];
                const std::uint32_t word = std::uint32_t{d[0]} << 24 | std::uint32_t{d[1]} << 16 |
                                           std::uint32_t{d[2]} << 8 | d[3];
                std::memcpy(&vector.after.buffers[0][20 * place + i], &word, 4);
            }
            all.push_back(std::move(vector));
        }
    return all;
}

}  // namespace

Operation sha1_lanes(unsigned lanes) {
    if (lanes < 1 || lanes > std::size(names))
        throw std::invalid_argument("sha1.lanes: no kernel has " + std::to_string(lanes) +
                                    " lanes");
    Operation op{.name = "sha1.lanes",
                 .arguments = {{.role = Role::input_output, .name = "cv", .fixed = 20 * lanes,
                                .align = 4},
                               {.role = Role::pointers, .name = "blocks",
                                .fixed = lanes * sizeof(void *), .align = alignof(void *)},
                               {.role = Role::count, .name = "nblocks"}},
                 .most_blocks = 40,
                 .fill = nullptr,
                 .oracle = apply,
                 .vectors = [lanes] { return vectors(lanes); }};
    for (unsigned lane = 0; lane < lanes; lane++)
        op.arguments.push_back({.role = Role::lane, .name = names[lane], .per_block = 64});
    return op;
}

}  // namespace og::check
