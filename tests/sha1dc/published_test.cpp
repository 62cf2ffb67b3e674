// SPDX-License-Identifier: MIT
// Published collisions through every kernel.
#include "reference.hpp"

#include <api/second_hash.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace og::test {

namespace {

std::vector<Record> records(const std::string &section) {
    std::vector<Record> chosen;
    for (const Record &record : read_records(vector_file("sha1_collisions.rsp"), "Name"))
        if (record.section == section) chosen.push_back(record);
    EXPECT_FALSE(chosen.empty());
    return chosen;
}

// The blocks of a pair have the difference that was derived for its vector.
TEST(Sha1dcPublished, DifferencesAreThoseOfTheVector) {
    const auto all = records("MESSAGES");
    for (std::size_t i = 0; i < 4; i += 2) {
        const std::size_t at = std::stoul(all[i].at("At"));
        const Bytes one = all[i].bytes("Msg"), other = all[i + 1].bytes("Msg");
        for (std::size_t t = 0; t < 16; t++) {
            std::uint32_t difference = 0;
            for (std::size_t k = 0; k < 4; k++)
                difference = difference << 8 | (one[at + 4 * t + k] ^ other[at + 4 * t + k]);
            EXPECT_EQ(difference, og_sha1dc_dm[27][t]) << all[i].at("Name") << ", word " << t;
        }
    }
}

TEST(Sha1dcPublished, FoundInEverySplit) {
    for (const Record &record : records("MESSAGES")) {
        const Bytes message = record.bytes("Msg");
        const unsigned flags = record.at("Reduced") == "1" ? OG_SHA1DC_REDUCED : 0;
        const Answer expected = by_the_papers(message, flags);
        EXPECT_EQ(expected.digest, record.at("MD"));
        EXPECT_EQ(std::to_string(expected.verdict.at), record.at("At"));
        EXPECT_EQ(og_sha1dc_vector_name(expected.verdict.vector), record.at("Vector"));
        const Answer safe = by_the_papers(message, flags | OG_SHA1DC_SAFE_HASH);
        EXPECT_NE(safe.digest, expected.digest);
        if (record.has("Safe")) EXPECT_EQ(safe.digest, record.at("Safe"));
        for (const std::string &stem : stems("sha1dc.blocks")) {
            const Forced forced("sha1dc.", stem);
            for (std::size_t cut = 0; cut <= message.size(); cut++) {
                const std::vector<std::size_t> parts = {cut, message.size() - cut};
                ASSERT_EQ(by_the_library(message, flags, parts), expected) << stem << ' ' << cut;
                ASSERT_EQ(by_the_library(message, flags | OG_SHA1DC_SAFE_HASH, parts), safe)
                    << stem << ' ' << cut;
            }
            const std::vector<std::size_t> bytes(message.size(), 1);
            EXPECT_EQ(by_the_library(message, flags, bytes), expected);
            EXPECT_EQ(by_the_library(message, flags | OG_SHA1DC_EVERY_VECTOR, {message.size()}), expected);
        }
    }
}

// A saved state remembers the attack, the flags and the digest of a safe hash.
TEST(Sha1dcPublished, SurvivesASavedState) {
    for (const Record &record : records("MESSAGES")) {
        const Bytes message = record.bytes("Msg");
        const unsigned flags = (record.at("Reduced") == "1" ? OG_SHA1DC_REDUCED : 0) | OG_SHA1DC_SAFE_HASH;
        const Answer expected = by_the_papers(message, flags);
        for (std::size_t cut = 0; cut <= message.size(); cut++) {
            og_sha1dc_ctx before, after;
            std::uint8_t state[OG_SHA1DC_STATE_SIZE], digest[OG_SHA1_DIGEST_SIZE];
            og_sha1dc_verdict verdict;
            ASSERT_EQ(og_sha1dc_init(&before, flags), OG_OK);
            ASSERT_EQ(og_sha1dc_update(&before, message.data(), cut), OG_OK);
            ASSERT_EQ(og_sha1dc_export(&before, state), OG_OK);
            ASSERT_EQ(og_sha1dc_import(&after, state), OG_OK);
            ASSERT_EQ(og_sha1dc_update(&after, message.data() + cut, message.size() - cut), OG_OK);
            ASSERT_EQ(og_sha1dc_final(&after, digest, &verdict), OG_OK);
            EXPECT_EQ(to_hex(digest, sizeof digest), expected.digest) << cut;
            EXPECT_EQ(verdict.vector, expected.verdict.vector) << cut;
            EXPECT_EQ(verdict.at, expected.verdict.at) << cut;
        }
    }
}

// Data after the collision changes the digest only.
TEST(Sha1dcPublished, FoundInFrontOfRandomTails) {
    Rng rng(73);
    for (const Record &record : records("MESSAGES")) {
        const unsigned flags = record.at("Reduced") == "1" ? OG_SHA1DC_REDUCED : 0;
        for (const std::string &stem : stems("sha1dc.blocks")) {
            const Forced forced("sha1dc.", stem);
            for (int i = 0; i < 20; i++) {
                Bytes message = record.bytes("Msg");
                const Bytes tail = rng.bytes(rng.below(9000));
                message.insert(message.end(), tail.begin(), tail.end());
                const Answer answer = by_the_library(message, flags, random_split(message.size(), rng));
                EXPECT_EQ(answer.digest, to_hex(second_sha1(message)));
                EXPECT_EQ(std::to_string(answer.verdict.at), record.at("At"));
                const unsigned safe = flags | OG_SHA1DC_SAFE_HASH;
                EXPECT_EQ(by_the_library(message, safe, {message.size()}), by_the_papers(message, safe));
            }
        }
    }
}

TEST(Sha1dcPublished, WholeFiles) {
    for (const Record &record : records("FILES")) {
        const std::filesystem::path path =
            std::filesystem::path(OLDGUARD_COLLIDING_FILES) / record.at("File");
        if (!std::filesystem::exists(path))
            GTEST_SKIP() << path << " is missing: dev/scripts/fetch-crates downloads it";
        std::ifstream file(path, std::ios::binary);
        const Bytes message{std::istreambuf_iterator<char>(file), {}};
        Rng rng(74);
        for (const std::string &stem : stems("sha1dc.blocks")) {
            const Forced forced("sha1dc.", stem);
            const auto digest = [&](unsigned flags) {
                const Answer answer = by_the_library(message, flags, random_split(message.size(), rng));
                EXPECT_EQ(answer.verdict.vector, 27);
                return answer.digest;
            };
            EXPECT_EQ(digest(0), record.at("MD"));
            EXPECT_EQ(digest(OG_SHA1DC_SAFE_HASH), record.at("Safe"));
            EXPECT_EQ(digest(OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED), record.at("SafeReduced"));
        }
    }
}

// Random messages have the digest of SHA-1 and are not flagged.
TEST(Sha1dcPublished, NoFalseAlarm) {
    Rng rng(75);
    for (const std::string &stem : stems("sha1dc.blocks")) {
        const Forced forced("sha1dc.", stem);
        for (int i = 0; i < 60; i++) {
            const Bytes message = rng.bytes(i < 40 ? rng.below(700) : rng.below(100000));
            const Answer answer = by_the_library(message, OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED,
                                                 random_split(message.size(), rng));
            EXPECT_EQ(answer.digest, to_hex(second_sha1(message)));
            EXPECT_EQ(answer.verdict.vector, -1);
            EXPECT_TRUE(answer.collisions.empty());
        }
    }
}

}  // namespace

}  // namespace og::test
