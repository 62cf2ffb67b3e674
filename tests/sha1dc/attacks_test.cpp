// SPDX-License-Identifier: MIT
// Messages that need many tests, random mixtures, and wrong calls.
#include "reference.hpp"

#include <check/oracles/oracle.hpp>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace og::test {

namespace {

// Returns the best of 50 blocks that satisfy the conditions of several vectors, chosen in random order.
// best: their mask.
check::Block worst_block(Rng &rng, std::uint32_t &best) {
    check::Block worst{};
    best = 0;
    for (int i = 0; i < 50; i++) {
        const std::uint32_t wanted = static_cast<std::uint32_t>(rng.next());
        std::uint32_t left = 0;
        check::suspect_block(rng, wanted, &left);
        const check::Block block = check::suspect_block(rng, left);
        if (std::popcount(left) > std::popcount(best)) {
            best = left;
            worst = block;
        }
    }
    return worst;
}

TEST(Sha1dcAttacks, ManyCandidatesABlock) {
    Rng rng(79);
    std::uint32_t mask;
    const check::Block block = worst_block(rng, mask);
    std::printf("one block with %d vectors in its mask\n", std::popcount(mask));
    EXPECT_GE(std::popcount(mask), 3);
    Bytes message;
    for (int i = 0; i < 70; i++) message.insert(message.end(), block.begin(), block.end());
    for (const unsigned flags : {0u, unsigned{OG_SHA1DC_SAFE_HASH}})
        for (const std::string &stem : stems("sha1dc.blocks")) {
            const Forced kernel("sha1dc.", stem);
            EXPECT_EQ(by_the_library(message, flags, {message.size()}), by_the_papers(message, flags));
        }
}

// Compares messages of random blocks, blocks that satisfy the conditions of random sets of vectors, and
// repetitions, while one vector is forged. OLDGUARD_RANDOM_MESSAGES sets the number of messages.
TEST(Sha1dcAttacks, RandomMixtures) {
    const char *asked = std::getenv("OLDGUARD_RANDOM_MESSAGES");
    const std::size_t count = asked ? std::strtoull(asked, nullptr, 10) : 40;
    const auto all = stems("sha1dc.blocks");
    Rng rng(82);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < count; i++) {
        Bytes message;
        check::Block block{};
        for (std::uint64_t n = rng.below(140); n > 0; n--) {
            const auto kind = rng.below(4);
            std::uint32_t left = 0;
            if (kind == 0) {
                rng.fill(block.data(), block.size());
            } else if (kind < 3) {
                check::suspect_block(rng, static_cast<std::uint32_t>(rng.next()), &left);
                block = check::suspect_block(rng, left);
            }
            message.insert(message.end(), block.begin(), block.end());
        }
        const Bytes tail = rng.bytes(rng.below(64));
        message.insert(message.end(), tail.begin(), tail.end());
        const Forged forged(static_cast<unsigned>(rng.below(32)));
        const auto flags = static_cast<unsigned>(rng.below(4));
        const unsigned keep = rng.below(2) ? OG_SHA1DC_NO_WIPE : 0;
        const Answer expected = by_the_papers(message, flags);
        hits += expected.collisions.size();
        const auto parts = random_split(message.size(), rng);
        for (const std::string &stem : all) {
            const Forced kernel("sha1dc.", stem);
            ASSERT_EQ(by_the_library(message, flags | keep, parts), expected) << stem << ", message " << i;
        }
    }
    std::printf("%zu messages, %zu hits\n", count, hits);
    EXPECT_GE(hits, count);
}

TEST(Sha1dcAttacks, PeekReturnsTheVerdictSoFar) {
    Rng rng(81);
    const Bytes message = suspicious_message(rng, 3, 640, 1);
    const Forged forged(3);
    og_sha1dc_ctx ctx;
    og_sha1dc_verdict verdict{};
    ASSERT_EQ(og_sha1dc_init(&ctx, 0), OG_OK);
    ASSERT_EQ(og_sha1dc_update(&ctx, message.data(), 63), OG_OK);
    ASSERT_EQ(og_sha1dc_peek(&ctx, &verdict), OG_OK);
    EXPECT_EQ(verdict.vector, -1);
    ASSERT_EQ(og_sha1dc_update(&ctx, message.data() + 63, 1), OG_OK);
    const og_sha1dc_ctx copy = ctx;
    ASSERT_EQ(og_sha1dc_peek(&copy, &verdict), OG_OK);
    EXPECT_EQ(verdict.vector, 3);
    EXPECT_EQ(verdict.at, 0u);
}

TEST(Sha1dcAttacks, FinalWipes) {
    og_sha1dc_ctx ctx;
    std::uint8_t digest[20];
    og_sha1dc_verdict verdict;
    ASSERT_EQ(og_sha1dc_init(&ctx, OG_SHA1DC_SAFE_HASH), OG_OK);
    ASSERT_EQ(og_sha1dc_update(&ctx, "secret", 6), OG_OK);
    ASSERT_EQ(og_sha1dc_final(&ctx, digest, &verdict), OG_OK);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&ctx);
    for (std::size_t i = 0; i < sizeof ctx; i++) ASSERT_EQ(bytes[i], 0) << i;
}

TEST(Sha1dcAttacks, FinalKeepsOnRequest) {
    og_sha1dc_ctx ctx;
    std::uint8_t digest[20];
    og_sha1dc_verdict verdict;
    ASSERT_EQ(og_sha1dc_init(&ctx, OG_SHA1DC_NO_WIPE), OG_OK);
    ASSERT_EQ(og_sha1dc_update(&ctx, "public", 6), OG_OK);
    ASSERT_EQ(og_sha1dc_final(&ctx, digest, &verdict), OG_OK);
    EXPECT_EQ(std::memcmp(ctx.tail, "public", 6), 0);
    ASSERT_EQ(og_sha1dc_init(&ctx, OG_SHA1DC_NO_WIPE), OG_OK);
    ASSERT_EQ(og_sha1dc_final(&ctx, digest, &verdict), OG_OK);
    EXPECT_EQ(to_hex(digest, sizeof digest), to_hex(check::oracle::sha1({})))
        << "nothing of the last message";
}

// Attack blocks in the head, in the body and across both: copied as a whole, or hashed in place.
TEST(Sha1dcAttacks, TwoParts) {
    Rng rng(83);
    for (std::size_t size : {64, 128, 375, 376, 640}) {
        const Bytes message = suspicious_message(rng, 5, size, 2);
        const Forged forged(5);
        for (const unsigned flags : {0u, unsigned{OG_SHA1DC_SAFE_HASH}}) {
            const Answer expected = by_the_papers(message, flags);
            for (std::size_t cut = 0; cut <= size; cut++) {
                const og_two_part parts = {message.data(), cut, message.data() + cut, size - cut};
                std::uint8_t digest[20];
                og_sha1dc_verdict verdict;
                ASSERT_EQ(og_sha1dc_two_part(&parts, flags, digest, &verdict), OG_OK);
                ASSERT_EQ(to_hex(digest, sizeof digest), expected.digest) << cut << " of " << size;
                ASSERT_EQ(verdict.vector, expected.verdict.vector) << cut << " of " << size;
                ASSERT_EQ(verdict.at, expected.verdict.at) << cut << " of " << size;
            }
        }
    }
}

TEST(Sha1dcAttacks, WrongCalls) {
    og_sha1dc_ctx ctx;
    std::uint8_t digest[20], byte = 0;
    og_sha1dc_verdict verdict;
    EXPECT_EQ(og_sha1dc_init(nullptr, 0), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_init(&ctx, 16), OG_ERR_ARGUMENT);
    ASSERT_EQ(og_sha1dc_init(&ctx, 0), OG_OK);
    EXPECT_EQ(og_sha1dc_update(nullptr, &byte, 1), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_update(&ctx, nullptr, 1), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_update(&ctx, nullptr, 0), OG_OK);
    ctx.bytes = (std::uint64_t{1} << 61) - 1;
    const og_sha1dc_ctx before = ctx;
    EXPECT_EQ(og_sha1dc_update(&ctx, &byte, 1), OG_ERR_TOO_LONG);
    EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0);
    EXPECT_EQ(og_sha1dc_final(&ctx, nullptr, &verdict), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_final(&ctx, digest, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_final(nullptr, digest, &verdict), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_peek(nullptr, &verdict), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_peek(&ctx, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_on_collision(nullptr, nullptr, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc(nullptr, 1, 0, digest, &verdict), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc(&byte, 1, 16, digest, &verdict), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_sha1dc(&byte, 1, 0, nullptr, &verdict), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc(&byte, 1, 0, digest, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_many(nullptr, 0, 0, nullptr, nullptr, nullptr), OG_OK);
    EXPECT_EQ(og_sha1dc_many(nullptr, 1, 0, nullptr, nullptr, nullptr), OG_ERR_NULL);
    EXPECT_STREQ(og_sha1dc_vector_name(0), "I(43,0)");
    EXPECT_STREQ(og_sha1dc_vector_name(31), "II(56,0)");
    EXPECT_EQ(og_sha1dc_vector_name(-1), nullptr);
    EXPECT_EQ(og_sha1dc_vector_name(32), nullptr);
}

}  // namespace

}  // namespace og::test
