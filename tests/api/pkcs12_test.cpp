// SPDX-License-Identifier: MIT
// The key derivation of PKCS #12 against OpenSSL.
#include "hash.hpp"
#include "providers.hpp"

#include <openssl/pkcs12.h>

#include <set>

namespace og::test {

namespace {

const EVP_MD *md_of(og_hash hash) {
    return EVP_get_digestbyname(hash == OG_HASH_SHA1 ? "SHA1" : "whirlpool");
}

Bytes by_openssl(og_hash hash, int id, Bytes password, Bytes salt, int iterations, std::size_t size) {
    Bytes out(size);
    EXPECT_EQ(PKCS12_key_gen_uni(password.data(), static_cast<int>(password.size()), salt.data(),
                                 static_cast<int>(salt.size()), id, iterations, static_cast<int>(size),
                                 out.data(), md_of(hash)),
              1);
    return out;
}

Bytes derived(og_hash hash, int id, const Bytes &password, const Bytes &salt, std::uint64_t iterations,
              std::size_t size) {
    Bytes out(size + 1, 0xa5);
    EXPECT_EQ(og_pkcs12_kdf(hash, id, password.data(), password.size(), salt.data(), salt.size(), iterations,
                            out.data(), size),
              OG_OK);
    EXPECT_EQ(out.back(), 0xa5);
    out.pop_back();
    return out;
}

TEST(Pkcs12Kdf, AsOpenSsl) {
    Providers::load();
    Rng rng(17);
    for (const og_hash hash : {OG_HASH_SHA1, OG_HASH_WHIRLPOOL})
        for (int round = 0; round < 300; round++) {
            // Sizes around a block of salt and password, and outputs of several digests.
            const Bytes password = rng.bytes(rng.below(150)), salt = rng.bytes(1 + rng.below(150));
            const int id = 1 + round % 3, iterations = 1 + static_cast<int>(rng.below(4));
            const std::size_t size = 1 + rng.below(300);
            ASSERT_EQ(derived(hash, id, password, salt, iterations, size),
                      by_openssl(hash, id, password, salt, iterations, size))
                << hash << ' ' << round;
        }
}

// B + 1 carries through all 64 bytes where B is all ones; random digests hardly get there.
TEST(Pkcs12Kdf, LongOutputsAndManyIterations) {
    Providers::load();
    const Bytes password = {0, 's', 0, 'm', 0, 'e', 0, 'g', 0, 0}, salt = {1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(derived(OG_HASH_SHA1, OG_PKCS12_KEY, password, salt, 1000, 5000),
              by_openssl(OG_HASH_SHA1, 1, password, salt, 1000, 5000));
}

// Batches of all sizes about the number of lanes, whose derivations end at different digests.
TEST(Pkcs12Kdf, ManyAsOpenSsl) {
    Providers::load();
    for (const og_hash hash : {OG_HASH_SHA1, OG_HASH_WHIRLPOOL}) {
        const std::string family = hash == OG_HASH_SHA1 ? "sha1." : "whirlpool.";
        std::set<std::string> kernels;
        for (const char *op : {"blocks", "lanes"})
            if (is_served(family + op))
                for (const std::string &stem : stems(family + op)) kernels.insert(stem);
        for (const std::string &stem : kernels) {
            const Forced forced(family, stem);
            Rng rng(19);
            for (const std::size_t n : {0, 1, 2, 3, 4, 7, 16, 17, 40}) {
                const int iterations = 1 + static_cast<int>(rng.below(4));
                std::vector<Bytes> passwords(n), salts(n), outs(n);
                std::vector<og_pkcs12_derivation> derivations(n);
                for (std::size_t i = 0; i < n; i++) {
                    passwords[i] = rng.bytes(rng.below(150));
                    salts[i] = rng.bytes(1 + rng.below(70));
                    outs[i] = Bytes(1 + rng.below(150));
                    derivations[i] = {1 + static_cast<int>(rng.below(3)),
                                      passwords[i].data(),
                                      passwords[i].size(),
                                      salts[i].data(),
                                      salts[i].size(),
                                      outs[i].data(),
                                      outs[i].size()};
                }
                ASSERT_EQ(og_pkcs12_kdf_many(hash, static_cast<std::uint64_t>(iterations), derivations.data(),
                                             n, nullptr),
                          OG_OK);
                for (std::size_t i = 0; i < n; i++)
                    ASSERT_EQ(outs[i], by_openssl(hash, derivations[i].id, passwords[i], salts[i], iterations,
                                                  outs[i].size()))
                        << stem << ", " << i << " of " << n;
            }
        }
    }
}

TEST(Pkcs12Kdf, ErrorsOfMany) {
    std::uint8_t out[2][4] = {};
    const og_pkcs12_derivation good = {1, "p", 1, "s", 1, out[0], 4};
    const auto call = [&](og_pkcs12_derivation second) {
        const og_pkcs12_derivation both[] = {good, second};
        std::size_t bad = 9;
        const int status = og_pkcs12_kdf_many(OG_HASH_SHA1, 1, both, 2, &bad);
        EXPECT_EQ(bad, 1u);
        return status;
    };
    EXPECT_EQ(call({1, nullptr, 1, "s", 1, out[1], 4}), OG_ERR_NULL);
    EXPECT_EQ(call({1, "p", 1, nullptr, 1, out[1], 4}), OG_ERR_NULL);
    EXPECT_EQ(call({1, "p", 1, "s", 1, nullptr, 4}), OG_ERR_NULL);
    EXPECT_EQ(call({4, "p", 1, "s", 1, out[1], 4}), OG_ERR_ARGUMENT);
    EXPECT_EQ(call({1, "p", 1, "s", 1, out[1], 0}), OG_ERR_LENGTH);
    EXPECT_EQ(og_pkcs12_kdf_many(OG_HASH_SHA1, 0, &good, 1, nullptr), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_pkcs12_kdf_many(static_cast<og_hash>(2), 1, &good, 1, nullptr), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_pkcs12_kdf_many(OG_HASH_SHA1, 1, nullptr, 1, nullptr), OG_ERR_NULL);
    EXPECT_EQ(to_hex(out, 8), "0000000000000000");
    EXPECT_EQ(og_pkcs12_kdf_many(OG_HASH_SHA1, 1, nullptr, 0, nullptr), OG_OK);
}

TEST(Pkcs12Kdf, Errors) {
    std::uint8_t out[4] = {9, 9, 9, 9};
    const auto call = [&](int hash, int id, const void *salt, std::uint64_t iterations, std::size_t size) {
        return og_pkcs12_kdf(static_cast<og_hash>(hash), id, "p", 1, salt, 1, iterations, out, size);
    };
    EXPECT_EQ(call(2, 1, "s", 1, 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(0, 0, "s", 1, 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(0, 4, "s", 1, 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(0, 1, "s", 0, 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(0, 1, "s", 1, 0), OG_ERR_LENGTH);
    EXPECT_EQ(call(0, 1, nullptr, 1, 4), OG_ERR_NULL);
    EXPECT_EQ(og_pkcs12_kdf(OG_HASH_SHA1, 1, nullptr, 0, nullptr, 0, 1, nullptr, 4), OG_ERR_NULL);
    EXPECT_EQ(to_hex(out, 4), "09090909");
    EXPECT_EQ(og_pkcs12_kdf(OG_HASH_SHA1, 1, nullptr, 0, nullptr, 0, 1, out, 4), OG_OK);
}

}  // namespace

}  // namespace og::test
