// SPDX-License-Identifier: MIT
// Every hash kernel compared with OpenSSL, libgcrypt and the oracles, at every length and with random splits.
#include "hash.hpp"
#include "providers.hpp"

#include <openssl/evp.h>

namespace og::test {

namespace {

constexpr std::size_t most = 1024;  // bytes: every length up to here

template <typename H> class HashDifferential : public testing::Test {};
TYPED_TEST_SUITE(HashDifferential, Hashes);

std::string by_openssl(const char *name, const Bytes &message) {
    Providers::load();
    EVP_MD *md = EVP_MD_fetch(nullptr, name, nullptr);
    if (!md) return "OpenSSL lacks the hash";
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EXPECT_EQ(EVP_Digest(message.data(), message.size(), digest, &size, md, nullptr), 1);
    EVP_MD_free(md);
    return to_hex(digest, size);
}

TYPED_TEST(HashDifferential, EveryLength) {
    using H = TypeParam;
    Rng rng(1, H::op, 0);
    for (std::size_t size = 0; size <= most; size++) {
        const Bytes message = rng.bytes(size);
        const std::string want = to_hex(H::second(message));
        ASSERT_EQ(by_openssl(H::openssl, message), want) << "the other libraries disagree";
        ASSERT_EQ(to_hex(H::oracle(message)), want) << "the oracle is wrong";
        for (const std::string &stem : stems(H::op)) {
            const Forced forced(H::family, stem);
            ASSERT_EQ(once<H>(message), want) << stem << ", " << size << " bytes";
            ASSERT_EQ(streamed<H>(message, random_split(size, rng)), want)
                << stem << ", " << size << " bytes in pieces";
        }
    }
}

// Every split into two parts of messages around one and two blocks, where the partial block is completed.
TYPED_TEST(HashDifferential, EverySplitInTwo) {
    using H = TypeParam;
    Rng rng(2, H::op, 0);
    for (std::size_t size : {1, 31, 32, 33, 55, 56, 63, 64, 65, 119, 127, 128, 129, 192}) {
        const Bytes message = rng.bytes(size);
        const std::string want = to_hex(H::oracle(message));
        for (std::size_t cut = 0; cut <= size; cut++)
            ASSERT_EQ(streamed<H>(message, {cut, size - cut}), want) << cut << " + " << size - cut;
    }
}

// Every place and length of an update that ends in the first block.
TYPED_TEST(HashDifferential, EverySplitInThree) {
    using H = TypeParam;
    Rng rng(4, H::op, 0);
    for (std::size_t size : {63, 64, 65}) {
        const Bytes message = rng.bytes(size);
        const std::string want = to_hex(H::oracle(message));
        for (std::size_t first = 0; first <= size; first++)
            for (std::size_t second = 0; second <= size - first; second++)
                ASSERT_EQ(streamed<H>(message, {first, second, size - first - second}), want)
                    << first << " + " << second << " of " << size;
    }
}

TYPED_TEST(HashDifferential, Many) {
    using H = TypeParam;
    Rng rng(3, H::op, 0);
    for (std::size_t n : {0, 1, 2, 3, 4, 7, 8, 9, 16, 17, 33, 100}) {
        std::vector<Bytes> data;
        std::vector<og_message> messages;
        for (std::size_t i = 0; i < n; i++) data.push_back(rng.bytes(rng.below(300)));
        for (const Bytes &one : data) messages.push_back({one.empty() ? nullptr : one.data(), one.size()});
        std::vector<std::array<std::uint8_t, H::digest_size>> digests(n + 1);
        digests[n].fill(0x5a);  // must not change
        ASSERT_EQ(H::many(messages.data(), n,
                          reinterpret_cast<std::uint8_t(*)[H::digest_size]>(digests.data()), nullptr),
                  OG_OK);
        for (std::size_t i = 0; i < n; i++)
            ASSERT_EQ(to_hex(digests[i].data(), H::digest_size), to_hex(H::oracle(data[i])))
                << i << " of " << n;
        EXPECT_EQ(digests[n][0], 0x5a);
    }
}

}  // namespace

}  // namespace og::test
