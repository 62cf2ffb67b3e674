// SPDX-License-Identifier: MIT
// Compares the masks of every kernel with an evaluation of the conditions one by one.
#include "reference.hpp"

#include <check/oracles/oracle.hpp>

#include <bit>
#include <cstdio>
#include <cstdlib>

namespace og::test {

namespace {

std::size_t random_blocks() {
    const char *asked = std::getenv("OLDGUARD_RANDOM_BLOCKS");
    return asked ? std::strtoull(asked, nullptr, 10) : 200000;
}

og_sha1dc_blocks_fn *kernel(const std::string &stem) {
    return reinterpret_cast<og_sha1dc_blocks_fn *>(og_kernel_find("sha1dc.blocks", stem.c_str())->fn);
}

// Returns the masks that a sha1dc.lanes kernel computes. Lane 0 has the first blocks.
std::vector<std::uint32_t> masks_in_lanes(const std::string &stem, const Bytes &blocks) {
    const og_kernel *kernel = og_kernel_find("sha1dc.lanes", stem.c_str());
    const auto fn = reinterpret_cast<og_sha1dc_lanes_fn *>(kernel->fn);
    const std::size_t lanes = kernel->lanes, each = blocks.size() / 64 / lanes;
    std::vector<std::array<std::uint32_t, 5>> cv(lanes);
    std::vector<const std::uint8_t *> at;
    for (std::size_t lane = 0; lane < lanes; lane++) at.push_back(&blocks[64 * each * lane]);
    std::vector<std::uint32_t> info(6 * lanes * each), masks;
    fn(reinterpret_cast<std::uint32_t(*)[5]>(cv.data()), at.data(), each, info.data());
    for (std::size_t lane = 0; lane < lanes; lane++)
        for (std::size_t i = 0; i < each; i++) masks.push_back(info[(6 * i + 5) * lanes + lane]);
    return masks;
}

// Compares the masks of random blocks. The shares of blocks and vectors that remain are about those that
// follow from the number of conditions, so that the oracle does not exclude too much or too little.
TEST(Sha1dcMasks, RandomBlocks) {
    constexpr std::size_t batch = 960;  // a multiple of every number of lanes
    const auto all = stems("sha1dc.blocks");
    const std::size_t count = random_blocks() / batch * batch;
    Rng rng(71);
    std::size_t candidates = 0, vectors = 0;
    for (std::size_t done = 0; done < count; done += batch) {
        const Bytes blocks = rng.bytes(64 * batch);
        std::vector<std::uint32_t> masks;
        for (std::size_t i = 0; i < batch; i++) {
            std::uint32_t w[80];
            check::oracle::sha1_schedule(w, &blocks[64 * i]);
            masks.push_back(check::oracle::sha1dc_mask(w));
            candidates += masks.back() != 0;
            vectors += static_cast<std::size_t>(std::popcount(masks.back()));
        }
        for (const std::string &stem : all) {
            std::uint32_t cv[5] = {};
            std::vector<og_sha1dc_block_info> info(batch);
            kernel(stem)(cv, blocks.data(), batch, info.data());
            for (std::size_t i = 0; i < batch; i++)
                ASSERT_EQ(info[i].mask, masks[i]) << stem << ", block " << done + i;
        }
        for (const std::string &stem : stems("sha1dc.lanes"))
            ASSERT_EQ(masks_in_lanes(stem, blocks), masks) << stem << ", from block " << done;
    }
    std::printf("%zu random blocks: %zu candidates, %zu vectors\n", count, candidates, vectors);
    EXPECT_NEAR(static_cast<double>(candidates) / static_cast<double>(count), 0.047, 0.004);
    EXPECT_NEAR(static_cast<double>(vectors) / static_cast<double>(count), 0.049, 0.004);
}

// Compares the masks of blocks that satisfy all conditions of a vector, and of blocks that violate one.
TEST(Sha1dcMasks, EachConditionByItself) {
    Rng rng(72);
    for (const std::string &stem : stems("sha1dc.blocks"))
        for (unsigned vector = 0; vector < 32; vector++)
            for (int i = 0; i < 100; i++) {
                const bool suspect = i < 20;
                const check::Block block =
                    suspect ? check::suspect_block(rng, 1u << vector) : check::near_miss(rng, vector);
                std::uint32_t cv[5] = {}, w[80];
                og_sha1dc_block_info info;
                kernel(stem)(cv, block.data(), 1, &info);
                check::oracle::sha1_schedule(w, block.data());
                ASSERT_EQ(info.mask, check::oracle::sha1dc_mask(w)) << stem << ' ' << vector;
                ASSERT_EQ(info.mask >> vector & 1, suspect ? 1u : 0u) << stem << ' ' << vector;
            }
}

// Does the same in every lane.
TEST(Sha1dcMasks, EachConditionByItselfInLanes) {
    Rng rng(73);
    for (unsigned vector = 0; vector < 32; vector++) {
        Bytes blocks;
        std::vector<std::uint32_t> masks;
        for (std::size_t i = 0; i < 160; i++) {
            const check::Block block =
                i % 5 == 0 ? check::suspect_block(rng, 1u << vector) : check::near_miss(rng, vector);
            std::uint32_t w[80];
            check::oracle::sha1_schedule(w, block.data());
            masks.push_back(check::oracle::sha1dc_mask(w));
            blocks.insert(blocks.end(), block.begin(), block.end());
        }
        for (const std::string &stem : stems("sha1dc.lanes"))
            ASSERT_EQ(masks_in_lanes(stem, blocks), masks) << stem << ' ' << vector;
    }
}

}  // namespace

}  // namespace og::test
