// SPDX-License-Identifier: MIT
// The key derivation of PKCS #12 against OpenSSL.
#include "hash.hpp"
#include "providers.hpp"

#include <openssl/pkcs12.h>

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
