// SPDX-License-Identifier: MIT
// Triple DES key wrap: the example of RFC 3217, OpenSSL, and damage.
#include "support.hpp"

#include <check/oracles/oracle.hpp>

#include <openssl/evp.h>

#include <algorithm>
#include <memory>

namespace og::test {

namespace {

// RFC 3217 section 3.4.
TEST(Des3Wrap, TheStandardsExample) {
    const Bytes kek = from_hex("255e0d1c07b646dfb3134cc843ba8aa71f025b7c0838251f");
    const Bytes key = from_hex("2923bf85e06dd6ae529149f1f1bae9eab3a7da3d860d3e98");
    const Bytes iv = from_hex("5dd4cbfc96f5453b");
    Bytes wrapped(40), back(24);
    ASSERT_EQ(og_des3_wrap(kek.data(), key.data(), iv.data(), wrapped.data()), OG_OK);
    EXPECT_EQ(to_hex(wrapped), "690107618ef092b3b48ca1796b234ae9fa33ebb4159604037db5d6a84eb3aac2"
                               "768c632775a467d4");
    ASSERT_EQ(og_des3_unwrap(kek.data(), wrapped.data(), back.data()), OG_OK);
    EXPECT_EQ(back, key);
}

TEST(Des3Wrap, OpenSslUnwraps) {
    Rng rng(18);
    for (int round = 0; round < 50; round++) {
        const Bytes kek = rng.bytes(24), iv = rng.bytes(8);
        Bytes key = rng.bytes(24), wrapped(40), by_openssl(48), back(24);
        ASSERT_EQ(og_des3_wrap(kek.data(), key.data(), iv.data(), wrapped.data()), OG_OK);
        for (std::size_t i = 0; i < 24; i += 8) og_des_key_fix_parity(key.data() + i);
        const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> ctx(EVP_CIPHER_CTX_new(),
                                                                                  EVP_CIPHER_CTX_free);
        EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
        int size = 0;
        ASSERT_EQ(EVP_DecryptInit_ex(ctx.get(), EVP_des_ede3_wrap(), nullptr, kek.data(), nullptr), 1);
        ASSERT_EQ(EVP_DecryptUpdate(ctx.get(), by_openssl.data(), &size, wrapped.data(), 40), 1);
        ASSERT_EQ(size, 24);
        by_openssl.resize(24);
        EXPECT_EQ(by_openssl, key);
        ASSERT_EQ(og_des3_unwrap(kek.data(), wrapped.data(), back.data()), OG_OK);
        EXPECT_EQ(back, key);
    }
}

TEST(Des3Wrap, DamageIsRefused) {
    Rng rng(19);
    const Bytes kek = rng.bytes(24), key = rng.bytes(24), iv = rng.bytes(8), nothing(24, 7);
    Bytes wrapped(40), back = nothing;
    ASSERT_EQ(og_des3_wrap(kek.data(), key.data(), iv.data(), wrapped.data()), OG_OK);
    for (std::size_t bit = 0; bit < 320; bit++) {
        Bytes damaged = wrapped;
        damaged[bit / 8] ^= 1 << bit % 8;
        EXPECT_EQ(og_des3_unwrap(kek.data(), damaged.data(), back.data()), OG_ERR_MAC) << bit;
        EXPECT_EQ(back, nothing);
    }
    Bytes in_place(wrapped);
    EXPECT_EQ(og_des3_unwrap(kek.data(), in_place.data(), in_place.data()), OG_OK);
    for (const auto status : {og_des3_wrap(nullptr, key.data(), iv.data(), wrapped.data()),
                              og_des3_wrap(kek.data(), nullptr, iv.data(), wrapped.data()),
                              og_des3_wrap(kek.data(), key.data(), nullptr, wrapped.data()),
                              og_des3_wrap(kek.data(), key.data(), iv.data(), nullptr),
                              og_des3_unwrap(nullptr, wrapped.data(), back.data()),
                              og_des3_unwrap(kek.data(), nullptr, back.data()),
                              og_des3_unwrap(kek.data(), wrapped.data(), nullptr)})
        EXPECT_EQ(status, OG_ERR_NULL);
}

// A key whose checksum is right and whose parity is not.
TEST(Des3Wrap, WrongParityIsRefused) {
    const Bytes kek(24, 1), iv(8, 2);
    Bytes body(24, 0x10), wrapped(40), work(40), back(24);
    body[13] = 0x11;
    const Bytes sum = check::oracle::sha1(body);
    body.insert(body.end(), sum.begin(), sum.begin() + 8);
    std::copy(iv.begin(), iv.end(), work.begin());
    ASSERT_EQ(og_des_crypt(OG_DES_EDE3, OG_CBC, OG_ENCRYPT, kek.data(), 24, iv.data(), 8, 0, work.data() + 8,
                           body.data(), 32),
              OG_OK);
    std::reverse(work.begin(), work.end());
    const Bytes second = from_hex("4adda22c79e82105");
    ASSERT_EQ(og_des_crypt(OG_DES_EDE3, OG_CBC, OG_ENCRYPT, kek.data(), 24, second.data(), 8, 0,
                           wrapped.data(), work.data(), 40),
              OG_OK);
    EXPECT_EQ(og_des3_unwrap(kek.data(), wrapped.data(), back.data()), OG_ERR_MAC);
}

}  // namespace

}  // namespace og::test
