// SPDX-License-Identifier: MIT
// Many messages at once through every sha1dc.lanes kernel: each has the result of a single message.
#include "reference.hpp"

#include <check/oracles/oracle.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace og::test {

namespace {

std::vector<Answer> by_the_papers(const std::vector<Bytes> &messages, unsigned flags) {
    std::vector<Answer> answers;
    for (const Bytes &message : messages) {
        answers.push_back(test::by_the_papers(message, flags));
        answers.back().collisions.clear();  // og_sha1dc_many has no callback
    }
    return answers;
}

std::vector<Answer> by_the_library(const std::vector<Bytes> &messages, unsigned flags) {
    const std::size_t n = messages.size();
    std::vector<og_message> views;
    for (const Bytes &m : messages) views.push_back({m.empty() ? nullptr : m.data(), m.size()});
    std::vector<std::array<std::uint8_t, 20>> digests(n);
    std::vector<og_sha1dc_verdict> verdicts(n);
    EXPECT_EQ(og_sha1dc_many(views.data(), n, flags, reinterpret_cast<std::uint8_t(*)[20]>(digests.data()),
                             verdicts.data(), nullptr),
              OG_OK);
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < n; i++) answers.push_back({to_hex(digests[i].data(), 20), verdicts[i], {}});
    return answers;
}

class Sha1dcMany : public testing::TestWithParam<unsigned> {};

constexpr unsigned choices[] = {0, OG_SHA1DC_SAFE_HASH, OG_SHA1DC_REDUCED,
                                OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED};

// Forged attacks along every vector in messages of lengths around a block, around the blocks of one step and
// around those that are copied whole, and with fewer remaining messages than lanes.
TEST_P(Sha1dcMany, Forged) {
    const unsigned vector = GetParam();
    Rng rng(90, "many", vector);
    const std::size_t counts[] = {2, 3, 7, 8, 9, 15, 16, 40};
    std::size_t hits = 0;
    for (const std::size_t count : {counts[vector % std::size(counts)], std::size_t{17}}) {
        std::vector<Bytes> messages;
        for (std::size_t i = count; i > 0; i--) {
            const std::size_t most = i % 3 == 0 ? 64 * 40 : i % 3 == 1 ? 260 : 64 * 17 + 70;
            const unsigned of = 1 + static_cast<unsigned>(i % 9);
            messages.push_back(suspicious_message(rng, vector, rng.below(most), of));
        }
        const auto honest = by_the_papers(messages, 0);
        for (const unsigned flags : choices) {
            const Forged forged(vector);
            const auto expected = by_the_papers(messages, flags);
            for (const Answer &answer : expected) hits += answer.verdict.vector >= 0;
            for (const std::string &stem : stems_and_dispatch("sha1dc.lanes")) {
                const Forced lanes("sha1dc.lanes", stem);
                ASSERT_EQ(by_the_library(messages, flags), expected) << stem;
            }
        }
        for (const std::string &stem : stems_and_dispatch("sha1dc.lanes")) {
            const Forced lanes("sha1dc.lanes", stem);
            ASSERT_EQ(by_the_library(messages, 0), honest) << stem;
        }
    }
    EXPECT_GE(hits, 20u);
}

INSTANTIATE_TEST_SUITE_P(All, Sha1dcMany, testing::Range(0u, 32u),
                         [](const auto &info) { return std::to_string(info.param); });

// Finds a published collision in each lane while the other lanes have random messages.
TEST(Sha1dcManyPublished, FoundInEveryLane) {
    Rng rng(91);
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
                const auto answers = by_the_library(messages, flags);
                EXPECT_EQ(answers[lane].digest, record.at("MD"));
                EXPECT_EQ(std::to_string(answers[lane].verdict.at), record.at("At"));
                for (std::size_t i = 0; i < 16; i++)
                    EXPECT_EQ(answers[i].verdict.vector >= 0, i == lane) << stem << ' ' << i;
                found++;
            }
    }
    EXPECT_GE(found, 16u);
}

// No random message is flagged. OLDGUARD_RANDOM_MIB sets the amount of data.
TEST(Sha1dcManyPublished, NoFalseAlarm) {
    const char *asked = std::getenv("OLDGUARD_RANDOM_MIB");
    const std::size_t mib = asked ? std::strtoull(asked, nullptr, 10) : 4;
    constexpr std::size_t count = 64, size = (1 << 20) / count;
    Rng rng(93);
    Bytes data(count * size);
    std::array<std::array<std::uint8_t, 20>, count> digests;
    std::array<og_sha1dc_verdict, count> verdicts;
    std::array<og_message, count> messages;
    for (std::size_t i = 0; i < count; i++) messages[i] = {&data[i * size], size};
    std::size_t alarms = 0;
    for (std::size_t done = 0; done < mib; done++) {
        rng.fill(data.data(), data.size());
        ASSERT_EQ(og_sha1dc_many(messages.data(), count, OG_SHA1DC_REDUCED,
                                 reinterpret_cast<std::uint8_t(*)[20]>(digests.data()), verdicts.data(),
                                 nullptr),
                  OG_OK);
        for (const og_sha1dc_verdict &verdict : verdicts) alarms += verdict.vector >= 0;
    }
    std::printf("%zu MiB of random blocks: %zu alarms\n", mib, alarms);
    EXPECT_EQ(alarms, 0u);
}

// Compares random sets of messages with random flags. OLDGUARD_RANDOM_MESSAGES sets their number.
TEST(Sha1dcManyPublished, RandomMixtures) {
    const char *asked = std::getenv("OLDGUARD_RANDOM_MESSAGES");
    const std::size_t count = asked ? std::strtoull(asked, nullptr, 10) : 10;
    Rng rng(92);
    for (std::size_t run = 0; run < count; run++) {
        const auto vector = static_cast<unsigned>(rng.below(32));
        const auto flags = static_cast<unsigned>(rng.below(8));
        const std::size_t most = rng.coin() ? 300 : 6000;
        std::vector<Bytes> messages;
        for (std::uint64_t n = rng.below(40); n > 0; n--)
            messages.push_back(
                suspicious_message(rng, vector, rng.below(most), 1 + static_cast<unsigned>(rng.below(20))));
        const Forged forged(vector);
        const auto expected = by_the_papers(messages, flags);
        for (const std::string &stem : stems_and_dispatch("sha1dc.lanes")) {
            const Forced lanes("sha1dc.lanes", stem);
            ASSERT_EQ(by_the_library(messages, flags), expected) << stem << ", run " << run;
        }
    }
}

}  // namespace

}  // namespace og::test
