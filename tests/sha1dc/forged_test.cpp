// SPDX-License-Identifier: MIT
// Forged attacks along every vector: the exact test, the callback, the look-ahead and the safe hash.
#include "reference.hpp"

namespace og::test {

namespace {

class Sha1dcForged : public testing::TestWithParam<unsigned> {};

constexpr unsigned choices[] = {0, OG_SHA1DC_SAFE_HASH, OG_SHA1DC_REDUCED,
                                OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED};

TEST_P(Sha1dcForged, IsFound) {
    const unsigned vector = GetParam();
    Rng rng(76, "forged", vector);
    // Message lengths around the look-ahead; every block, one in two and one in twelve is a candidate.
    for (const std::size_t blocks : {1u, 2u, 7u, 8u, 9u, 15u, 16u, 17u, 33u, 65u})
        for (const unsigned of : {1u, 2u, 12u}) {
            const Bytes message = suspicious_message(rng, vector, 64 * blocks + rng.below(64), of);
            const auto parts = random_split(message.size(), rng);
            const Answer honest = by_the_papers(message, 0);
            ASSERT_EQ(honest.verdict.vector, -1);
            for (const unsigned flags : choices) {
                const Forged forged(vector);
                const Answer expected = by_the_papers(message, flags);
                if (of == 1) EXPECT_EQ(expected.verdict.vector, static_cast<int>(vector));
                if (of == 1) EXPECT_GE(expected.collisions.size(), blocks);
                for (const std::string &stem : stems("sha1dc.blocks")) {
                    const Forced kernel("sha1dc.", stem);
                    ASSERT_EQ(by_the_library(message, flags, {message.size()}), expected) << stem;
                    ASSERT_EQ(by_the_library(message, flags, parts), expected) << stem;
                }
            }
            ASSERT_EQ(by_the_library(message, 0, parts), honest);
        }
}

// With every vector tested, each block is a hit, whatever its mask is.
TEST_P(Sha1dcForged, EveryVector) {
    const unsigned vector = GetParam();
    Rng rng(77, "forged", vector);
    const Bytes message = rng.bytes(300);
    const Forged forged(vector);
    for (const unsigned choice : choices) {
        const unsigned flags = choice | OG_SHA1DC_EVERY_VECTOR;
        const Answer answer = by_the_library(message, flags, {message.size()});
        EXPECT_EQ(answer, by_the_papers(message, flags));
        EXPECT_EQ(answer.collisions.size(), 5u);
    }
}

// The comparison fails if one bit of one word of a difference is wrong.
TEST_P(Sha1dcForged, AWrongDifferenceIsSeen) {
    const unsigned vector = GetParam();
    Rng rng(78, "forged", vector);
    const Bytes message = suspicious_message(rng, vector, 640, 1);
    const Forged forged(vector);
    const Answer expected = by_the_papers(message, 0);
    ASSERT_FALSE(expected.collisions.empty());
    for (const std::size_t word : {0u, 15u, 70u, 79u}) {
        og_sha1dc_dm[vector][word] ^= 1u << rng.below(32);
        EXPECT_FALSE(by_the_library(message, 0, {message.size()}) == expected) << word;
        og_sha1dc_dm[vector][word] = 0;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Sha1dcForged, testing::Range(0u, 32u),
                         [](const auto &info) { return std::to_string(info.param); });

}  // namespace

}  // namespace og::test
