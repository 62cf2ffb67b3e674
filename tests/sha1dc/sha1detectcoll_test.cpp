// SPDX-License-Identifier: MIT
// Tests bindings/sha1detectcoll as a program for sha1collisiondetection uses it.
#include "reference.hpp"

#include <check/oracles/oracle.hpp>
#include <sha1dc/sha1.h>
#include <sha1dc/ubc_check.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace og::test {

namespace {

// The collisions that the callback received. The interface has no user pointer for it.
thread_local std::vector<og_sha1dc_collision> received;

void keep(std::uint64_t at, const std::uint32_t *ihv1, const std::uint32_t *ihv2, const std::uint32_t *m1,
          const std::uint32_t *m2) {
    og_sha1dc_collision c{};
    c.at = at;
    std::copy_n(ihv1, 5, c.cv[0]);
    std::copy_n(ihv2, 5, c.cv[1]);
    const std::uint32_t *words[2] = {m1, m2};
    for (int side = 0; side < 2; side++) {
        for (std::size_t i = 0; i < 64; i++)
            c.block[side][i] = static_cast<std::uint8_t>(words[side][i / 4] >> (24 - 8 * (i % 4)));
        std::uint32_t w[80];
        check::oracle::sha1_schedule(w, c.block[side]);
        EXPECT_TRUE(std::equal(w, w + 80, words[side]));
    }
    received.push_back(c);
}

struct Options {
    bool safe, ubc, detect, reduced;
};

Answer by_sha1detectcoll(const Bytes &message, const Options &options,
                         const std::vector<std::size_t> &parts) {
    received.clear();
    SHA1_CTX ctx, copy;
    std::memset(&ctx, 0xa5, sizeof ctx);
    SHA1DCInit(&ctx);
    SHA1DCSetSafeHash(&ctx, options.safe);
    SHA1DCSetUseUBC(&ctx, options.ubc);
    SHA1DCSetUseDetectColl(&ctx, options.detect);
    SHA1DCSetDetectReducedRoundCollision(&ctx, options.reduced);
    SHA1DCSetCallback(&ctx, keep);
    const char *at = reinterpret_cast<const char *>(message.data());
    for (std::size_t part : parts) {
        SHA1DCUpdate(&ctx, at, part);
        at += part;
        std::memcpy(&copy, &ctx, sizeof ctx);  // as callers may
        std::memset(&ctx, 0, sizeof ctx);
        std::memcpy(&ctx, &copy, sizeof ctx);
    }
    unsigned char digest[20];
    const int found = SHA1DCFinal(digest, &ctx);
    EXPECT_EQ(found != 0, !received.empty());
    EXPECT_EQ(found, ctx.found_collision);
    if (found) {
        EXPECT_TRUE(std::equal(ctx.ihv1, ctx.ihv1 + 5, received.back().cv[0]));
        EXPECT_TRUE(std::equal(ctx.ihv2, ctx.ihv2 + 5, received.back().cv[1]));
        EXPECT_TRUE(std::equal(ctx.states[0], ctx.states[0] + 5, ctx.ihv1));
    }
    Answer answer{to_hex(digest, sizeof digest), {-1, 0}, received};
    if (found) answer.verdict = {0, received[0].at};
    return answer;
}

// Returns the result of the reference without the numbers of the vectors, which this interface lacks.
Answer expected(const Bytes &message, const Options &options) {
    unsigned flags = 0;
    if (options.safe) flags |= OG_SHA1DC_SAFE_HASH;
    if (!options.ubc) flags |= OG_SHA1DC_EVERY_VECTOR;
    if (options.reduced) flags |= OG_SHA1DC_REDUCED;
    if (!options.detect) return {to_hex(check::oracle::sha1(message)), {-1, 0}, {}};
    Answer answer = by_the_papers(message, flags);
    for (auto &c : answer.collisions) c.vector = 0;
    answer.verdict.vector = answer.collisions.empty() ? -1 : 0;
    return answer;
}

TEST(Sha1DetectColl, PublishedCollisions) {
    Rng rng(82);
    for (const Record &record : read_records(vector_file("sha1_collisions.rsp"), "Name")) {
        if (!record.has("Msg")) continue;
        Bytes message = record.bytes("Msg");
        const Bytes tail = rng.bytes(rng.below(300));
        message.insert(message.end(), tail.begin(), tail.end());
        for (unsigned choice = 0; choice < 16; choice++) {
            const Options options = {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0,
                                     (choice & 8) != 0};
            const Answer wanted = expected(message, options);
            EXPECT_EQ(wanted.collisions.empty(),
                      !options.detect || (record.at("Reduced") == "1" && !options.reduced));
            EXPECT_EQ(by_sha1detectcoll(message, options, {message.size()}), wanted) << choice;
            for (int i = 0; i < 5; i++)
                EXPECT_EQ(by_sha1detectcoll(message, options, random_split(message.size(), rng)), wanted)
                    << choice;
        }
    }
}

TEST(Sha1DetectColl, RandomMessages) {
    Rng rng(83);
    for (std::size_t size = 0; size < 300; size++) {
        const Bytes message = rng.bytes(size < 290 ? size : rng.below(30000));
        const Options options = {true, true, true, size % 2 == 0};
        EXPECT_EQ(by_sha1detectcoll(message, options, random_split(message.size(), rng)),
                  expected(message, options));
    }
}

TEST(Sha1DetectColl, Tables) {
    for (int v = 0; v < 32; v++) {
        EXPECT_EQ(sha1_dvs[v].dvType, og_sha1dc_vectors[v].type);
        EXPECT_EQ(sha1_dvs[v].dvK, og_sha1dc_vectors[v].K);
        EXPECT_EQ(sha1_dvs[v].dvB, og_sha1dc_vectors[v].b);
        EXPECT_EQ(sha1_dvs[v].testt, sha1_dvs[v].dvK < 50 ? 58 : 65);
        EXPECT_EQ(sha1_dvs[v].maski, 0);
        EXPECT_EQ(sha1_dvs[v].maskb, v);
        EXPECT_TRUE(std::equal(sha1_dvs[v].dm, sha1_dvs[v].dm + 80, og_sha1dc_dm[v]));
    }
    EXPECT_EQ(sha1_dvs[32].dvType, 0);
}

TEST(Sha1DetectColl, StatesAndConditions) {
    Rng rng(84);
    for (int i = 0; i < 2000; i++) {
        const check::Block block = check::suspect_block(rng, 1u << rng.below(32));
        std::uint32_t ihv[5], before[5], m[16], w[80], wanted[80], states[80][5], mask = 7;
        rng.fill(ihv, sizeof ihv);
        std::copy_n(ihv, 5, before);
        std::memcpy(m, block.data(), sizeof m);
        sha1_compression_states(ihv, m, w, states);
        check::oracle::sha1_schedule(wanted, block.data());
        ASSERT_TRUE(std::equal(w, w + 80, wanted));
        // Unrolled steps use (a, b, c, d, e), then (e, a, b, c, d), and so on: a word moves to the next place
        // in the state of the standard and stays in its variable.
        std::uint32_t state[5];
        int variable[5] = {0, 1, 2, 3, 4};
        std::copy_n(before, 5, state);
        for (int step = 0; step < 80; step++) {
            for (int k = 0; k < 5; k++) ASSERT_EQ(states[step][variable[k]], state[k]) << step;
            check::oracle::sha1_rounds(state, w, step, step + 1);
            std::rotate(variable, variable + 4, variable + 5);
        }
        check::oracle::sha1_block(before, block.data());
        ASSERT_TRUE(std::equal(ihv, ihv + 5, before));
        ubc_check(w, &mask);
        ASSERT_EQ(mask, check::oracle::sha1dc_mask(w));
    }
}

TEST(Sha1DetectColl, Threads) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([i] {
            Rng rng(85 + static_cast<std::uint64_t>(i));
            for (int run = 0; run < 50; run++) {
                const Bytes message = rng.bytes(rng.below(5000));
                const Options options = {true, true, true, false};
                EXPECT_EQ(by_sha1detectcoll(message, options, {message.size()}), expected(message, options));
            }
        });
    for (std::thread &thread : threads) thread.join();
}

}  // namespace

}  // namespace og::test
