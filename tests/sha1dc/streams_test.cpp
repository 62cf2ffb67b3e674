// SPDX-License-Identifier: MIT
// Pieces of many streams, and messages in two parts, through every sha1dc.lanes kernel: each message has the
// result of a single one.
#include "reference.hpp"

#include <algorithm>
#include <array>

namespace og::test {

namespace {

// Hashes all messages at once, in pieces of random sizes, with a callback for each.
std::vector<Answer> in_pieces(const std::vector<Bytes> &messages, const std::vector<unsigned> &flags,
                              std::size_t most, Rng &rng) {
    const std::size_t n = messages.size();
    std::vector<Answer> answers(n);
    std::vector<og_sha1dc_ctx> contexts(n);
    const auto keep = [](void *user, const og_sha1dc_collision *c) {
        static_cast<std::vector<og_sha1dc_collision> *>(user)->push_back(*c);
    };
    for (std::size_t i = 0; i < n; i++) {
        EXPECT_EQ(og_sha1dc_init(&contexts[i], flags[i]), OG_OK);
        EXPECT_EQ(og_sha1dc_on_collision(&contexts[i], keep, &answers[i].collisions), OG_OK);
    }
    std::vector<std::size_t> done(n);
    for (bool left = true; left;) {
        std::vector<og_sha1dc_ctx *> running;
        std::vector<og_message> pieces;
        for (std::size_t i = 0; i < n; i++) {
            if (done[i] == messages[i].size()) continue;
            const std::size_t size = std::min<std::size_t>(rng.below(most + 1), messages[i].size() - done[i]);
            running.push_back(&contexts[i]);
            pieces.push_back({messages[i].data() + done[i], size});
            done[i] += size;
        }
        left = !running.empty();
        EXPECT_EQ(og_sha1dc_update_many(running.data(), pieces.data(), running.size(), nullptr), OG_OK);
    }
    for (std::size_t i = 0; i < n; i++) {
        std::uint8_t digest[20];
        EXPECT_EQ(og_sha1dc_final(&contexts[i], digest, &answers[i].verdict), OG_OK);
        answers[i].digest = to_hex(digest, sizeof digest);
    }
    return answers;
}

// Hashes all messages at once, each split after a random head.
std::vector<Answer> in_two_parts(const std::vector<Bytes> &messages, unsigned flags, std::size_t most,
                                 Rng &rng) {
    const std::size_t n = messages.size();
    std::vector<Bytes> heads, bodies;
    std::vector<og_two_part> views;
    for (const Bytes &m : messages) {
        const auto middle =
            m.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rng.below(most + 1), m.size()));
        heads.emplace_back(m.begin(), middle);
        bodies.emplace_back(middle, m.end());
    }
    for (std::size_t i = 0; i < n; i++)
        views.push_back({heads[i].data(), heads[i].size(), bodies[i].data(), bodies[i].size()});
    std::vector<std::array<std::uint8_t, 20>> digests(n);
    std::vector<og_sha1dc_verdict> verdicts(n);
    EXPECT_EQ(og_sha1dc_two_part_many(views.data(), n, flags,
                                      reinterpret_cast<std::uint8_t(*)[20]>(digests.data()), verdicts.data(),
                                      nullptr),
              OG_OK);
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < n; i++) answers.push_back({to_hex(digests[i].data(), 20), verdicts[i], {}});
    return answers;
}

constexpr unsigned choices[] = {0, OG_SHA1DC_SAFE_HASH, OG_SHA1DC_REDUCED,
                                OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED};

class Sha1dcStreams : public testing::TestWithParam<unsigned> {};

// Forged attacks along every vector. Neighbouring streams have different flags.
TEST_P(Sha1dcStreams, Forged) {
    const unsigned vector = GetParam();
    Rng rng(95, "streams", vector);
    const Forged forged(vector);
    std::size_t hits = 0;
    for (const std::size_t n : {std::size_t{2}, std::size_t{9}, 1 + rng.below(70)}) {
        std::vector<Bytes> messages;
        std::vector<unsigned> flags;
        std::vector<Answer> expected;
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t most = i % 3 == 0 ? 64 * 40 : 400;
            messages.push_back(
                suspicious_message(rng, vector, rng.below(most), 1 + static_cast<unsigned>(rng.below(9))));
            flags.push_back(choices[rng.below(std::size(choices))]);
            expected.push_back(by_the_papers(messages[i], flags[i]));
            hits += expected[i].collisions.size();
        }
        for (const std::string &stem : stems_and_dispatch("sha1dc.lanes"))
            for (std::size_t most : {70, 1500}) {
                const Forced lanes("sha1dc.lanes", stem);
                ASSERT_EQ(in_pieces(messages, flags, most, rng), expected) << stem;
            }
        for (unsigned all : {0u, unsigned{OG_SHA1DC_SAFE_HASH}}) {
            for (std::size_t i = 0; i < n; i++) {
                expected[i] = by_the_papers(messages[i], all);
                expected[i].collisions.clear();  // og_sha1dc_two_part_many has no callback
            }
            for (const std::string &stem : stems_and_dispatch("sha1dc.lanes")) {
                const Forced lanes("sha1dc.lanes", stem);
                ASSERT_EQ(in_two_parts(messages, all, 200, rng), expected) << stem;
            }
        }
    }
    EXPECT_GE(hits, 3u);
}

INSTANTIATE_TEST_SUITE_P(All, Sha1dcStreams, testing::Range(0u, 32u),
                         [](const auto &info) { return std::to_string(info.param); });

// Finds a published collision in each lane while the other lanes have random messages.
TEST(Sha1dcStreamsPublished, FoundInEveryLane) {
    Rng rng(96);
    std::size_t found = 0;
    for (const Record &record : read_records(vector_file("sha1_collisions.rsp"), "Name")) {
        if (record.section != "MESSAGES") continue;
        const unsigned flags = record.at("Reduced") == "1" ? OG_SHA1DC_REDUCED : 0;
        for (const std::string &stem : stems_and_dispatch("sha1dc.lanes"))
            for (std::size_t lane = 0; lane < 16; lane++) {
                const Forced lanes("sha1dc.lanes", stem);
                std::vector<Bytes> messages;
                for (std::size_t i = 0; i < 16; i++)
                    messages.push_back(i == lane ? record.bytes("Msg") : rng.bytes(600 + rng.below(400)));
                const auto pieces = in_pieces(messages, std::vector<unsigned>(16, flags), 300, rng);
                const auto parts = in_two_parts(messages, flags, 100, rng);
                for (const auto &answers : {pieces, parts}) {
                    EXPECT_EQ(answers[lane].digest, record.at("MD"));
                    EXPECT_EQ(std::to_string(answers[lane].verdict.at), record.at("At"));
                    for (std::size_t i = 0; i < 16; i++)
                        EXPECT_EQ(answers[i].verdict.vector >= 0, i == lane) << stem << ' ' << i;
                }
                EXPECT_GE(pieces[lane].collisions.size(), 1u);
                found++;
            }
    }
    EXPECT_GE(found, 16u);
}

TEST(Sha1dcStreams, WrongCalls) {
    og_sha1dc_ctx contexts[3];
    og_sha1dc_ctx *pointers[3] = {&contexts[0], &contexts[1], &contexts[0]};
    for (og_sha1dc_ctx &ctx : contexts) ASSERT_EQ(og_sha1dc_init(&ctx, 0), OG_OK);
    og_message pieces[3] = {{"abc", 3}, {"abc", 3}, {"abc", 3}};
    std::size_t bad = 9;
    EXPECT_EQ(og_sha1dc_update_many(pointers, pieces, 3, &bad), OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 2u);
    EXPECT_EQ(contexts[0].bytes, 0u);
    pointers[2] = &contexts[2];
    pieces[1].data = nullptr;
    EXPECT_EQ(og_sha1dc_update_many(pointers, pieces, 3, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 1u);
    pieces[1].data = "abc";
    contexts[1].bytes = (std::uint64_t{1} << 61) - 3;
    EXPECT_EQ(og_sha1dc_update_many(pointers, pieces, 3, &bad), OG_ERR_TOO_LONG);
    EXPECT_EQ(bad, 1u);
    EXPECT_EQ(og_sha1dc_update_many(pointers, nullptr, 3, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 3u);
    const og_two_part message = {"abc", 3, "def", 3};
    std::uint8_t digest[1][20];
    og_sha1dc_verdict verdict;
    EXPECT_EQ(og_sha1dc_two_part_many(&message, 1, 256, digest, &verdict, &bad), OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 1u);
    EXPECT_EQ(og_sha1dc_two_part_many(&message, 1, 0, digest, nullptr, &bad), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_two_part_many(&message, 1, 0, reinterpret_cast<std::uint8_t(*)[20]>(&verdict),
                                      &verdict, &bad),
              OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 1u);
}

}  // namespace

}  // namespace og::test
