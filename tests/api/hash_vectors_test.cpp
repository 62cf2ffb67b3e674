// SPDX-License-Identifier: MIT
// Published digests: NIST's byte vectors for SHA-1, ISO's for Whirlpool, with every kernel.
#include "hash.hpp"

namespace og::test {

namespace {

void byte_vectors(const char *file) {
    const auto records = read_records(nist_file(file), "Len");
    for (const std::string &stem : stems("sha1.blocks")) {
        SCOPED_TRACE(stem);
        const Forced forced("sha1.", stem);
        for (const Record &record : records) {
            Bytes message = record.bytes("Msg");
            message.resize(std::stoul(record.at("Len")) / 8);  // "00" stands for the empty one
            EXPECT_EQ(once<Sha1>(message), record.at("MD")) << "Len = " << record.at("Len");
        }
    }
}

TEST(Sha1Vectors, NistShort) { byte_vectors("hashes/SHA1/SHA1ShortMsg.rsp"); }
TEST(Sha1Vectors, NistLong) { byte_vectors("hashes/SHA1/SHA1LongMsg.rsp"); }

// SHAVS, section 6.4: 100 times a chain of 1000 digests, each of the last three.
TEST(Sha1Vectors, NistMonteCarlo) {
    const std::string path = nist_file("hashes/SHA1/SHA1Monte.rsp");
    const Bytes first = read_records(path, "Seed").front().bytes("Seed");
    const auto records = read_records(path, "COUNT");
    ASSERT_EQ(records.size(), 100u);
    for (const std::string &stem : stems("sha1.blocks")) {
        SCOPED_TRACE(stem);
        const Forced forced("sha1.", stem);
        Bytes seed = first;
        for (const Record &record : records) {
            Bytes message;  // the last three digests
            for (int i = 0; i < 3; i++) message.insert(message.end(), seed.begin(), seed.end());
            for (int i = 0; i < 1000; i++) {
                std::uint8_t digest[20];
                ASSERT_EQ(og_sha1(message.data(), message.size(), digest), OG_OK);
                message.erase(message.begin(), message.begin() + 20);
                message.insert(message.end(), digest, digest + 20);
            }
            seed.assign(message.end() - 20, message.end());
            ASSERT_EQ(to_hex(seed), record.at("MD")) << "COUNT = " << record.at("COUNT");
        }
    }
}

template <typename H>
void published(const std::vector<check::HashVector> &vectors, const std::string &million_a) {
    for (const std::string &stem : stems(H::op)) {
        SCOPED_TRACE(stem);
        const Forced forced(H::family, stem);
        for (const auto &vector : vectors)
            EXPECT_EQ(once<H>(vector.message), to_hex(vector.digest)) << vector.name;
        EXPECT_EQ(once<H>(Bytes(1000000, 'a')), million_a);
    }
}

TEST(Sha1Vectors, FipsExamples) {
    published<Sha1>(check::sha1_vectors(), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(WhirlpoolVectors, Iso) {
    published<Whirlpool>(check::whirlpool_vectors(),
                         "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5"
                         "1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01");
}

TEST(WhirlpoolVectors, EarlierVersions) {
    for (const Record &record : read_records(vector_file("whirlpool_versions.rsp"), "Msg")) {
        const Bytes message = record.bytes("Msg");
        const auto version = static_cast<og_whirlpool_version>(record.section.back() - '0');
        std::uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE];
        ASSERT_EQ(og_whirlpool_of_version(version, message.data(), message.size(), digest), OG_OK);
        EXPECT_EQ(to_hex(digest, sizeof digest), record.at("MD")) << record.section;
    }
}

}  // namespace

}  // namespace og::test
