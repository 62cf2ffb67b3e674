// SPDX-License-Identifier: MIT
// Contexts that start again under the same key, and positions in a message: compared with fresh contexts and
// with OpenSSL's "updated-iv" and "num".
#include "des.hpp"
#include "providers.hpp"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <cstring>
#include <memory>

namespace og::test {

namespace {

constexpr og_des_cipher all_ciphers[] = {OG_DES, OG_DES_EDE, OG_DES_EDE3, OG_DESX};

og_des_ctx start(og_des_cipher cipher, og_des_mode mode, bool encrypt, const Bytes &key, const Bytes &iv) {
    og_des_ctx ctx;
    EXPECT_EQ(og_des_init(&ctx, cipher, mode, encrypt, key.data(), key.size(), iv.data(),
                          mode == OG_ECB ? 0 : 8, OG_DES_CHECK_NONE),
              OG_OK);
    return ctx;
}

Bytes update(og_des_ctx &ctx, const Bytes &in) {
    Bytes out(in.size());
    EXPECT_EQ(og_des_update(&ctx, out.data(), in.data(), in.size()), OG_OK);
    return out;
}

Bytes part(const Bytes &bytes, std::size_t from, std::size_t to) {
    return {bytes.begin() + static_cast<std::ptrdiff_t>(from),
            bytes.begin() + static_cast<std::ptrdiff_t>(to)};
}

TEST(DesRestart, AsAFreshContext) {
    Rng rng(21);
    for (const Mode &mode : modes)
        for (const og_des_cipher cipher : all_ciphers)
            for (int round = 0; round < 8; round++) {
                SCOPED_TRACE(std::string(mode.name) + ", cipher " + std::to_string(cipher));
                const Bytes key = rng.bytes(og_des_key_size(cipher)), iv = rng.bytes(8);
                og_des_ctx ctx = start(cipher, mode.mode, rng.coin(), key, rng.bytes(8));
                update(ctx, rng.bytes(mode.unit * rng.below(40)));
                const bool encrypt = rng.coin();
                const Bytes in = rng.bytes(mode.unit * rng.below(60));
                ASSERT_EQ(og_des_restart(&ctx, encrypt, iv.data(), mode.mode == OG_ECB ? 0 : 8), OG_OK);
                ASSERT_EQ(update(ctx, in), crypt(cipher, mode.mode, encrypt, key, iv, in));
            }
}

TEST(DesPosition, AnotherContextContinues) {
    Rng rng(22);
    for (const Mode &mode : modes)
        for (const og_des_cipher cipher : all_ciphers)
            for (const bool encrypt : {true, false}) {
                if (mode.mode == OG_ECB) continue;
                SCOPED_TRACE(std::string(mode.name) + ", cipher " + std::to_string(cipher));
                const Bytes key = rng.bytes(og_des_key_size(cipher)), iv = rng.bytes(8), in = rng.bytes(48);
                const Bytes want = crypt(cipher, mode.mode, encrypt, key, iv, in);
                for (std::size_t at = 0; at <= 32; at += mode.unit) {
                    og_des_ctx first = start(cipher, mode.mode, encrypt, key, iv);
                    og_des_ctx second = start(cipher, mode.mode, encrypt, key, rng.bytes(8));
                    update(first, part(in, 0, at));
                    update(second, rng.bytes(mode.unit * rng.below(10)));
                    std::uint8_t where[8];
                    unsigned used = 9;
                    ASSERT_EQ(og_des_get_position(&first, where, &used), OG_OK);
                    ASSERT_EQ(og_des_set_position(&second, where, used), OG_OK);
                    ASSERT_EQ(update(second, part(in, at, 48)), part(want, at, 48)) << at;
                }
            }
}

// A position of OpenSSL and of oldguard after each byte, and each library continues where the other stopped.
TEST(DesPosition, AsOpenSsl) {
    Providers::load();
    Rng rng(23);
    for (const Mode &mode : modes)
        for (const og_des_cipher cipher : {OG_DES, OG_DES_EDE3})
            for (const bool encrypt : {true, false}) {
                if (mode.mode == OG_ECB || mode.openssl == nullptr) continue;
                const std::string name = std::string(cipher == OG_DES ? "DES-" : "DES-EDE3-") + mode.openssl;
                SCOPED_TRACE(name);
                const Bytes key = rng.bytes(og_des_key_size(cipher)), iv = rng.bytes(8), in = rng.bytes(48);
                const Bytes want = crypt(cipher, mode.mode, encrypt, key, iv, in);
                EVP_CIPHER *fetched = EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr);
                const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> evp(
                    EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
                for (std::size_t at = 0; at <= 40; at += mode.unit) {
                    og_des_ctx ctx = start(cipher, mode.mode, encrypt, key, iv);
                    std::uint8_t iv_read[8], openssl_iv[8], out[48];
                    unsigned used = 9;
                    int size = 0;
                    update(ctx, part(in, 0, at));
                    ASSERT_EQ(og_des_get_position(&ctx, iv_read, &used), OG_OK);
                    ASSERT_EQ(EVP_CipherInit_ex(evp.get(), fetched, nullptr, key.data(), iv.data(), encrypt),
                              1);
                    ASSERT_EQ(EVP_CIPHER_CTX_set_padding(evp.get(), 0), 1);
                    ASSERT_EQ(EVP_CipherUpdate(evp.get(), out, &size, in.data(), static_cast<int>(at)), 1);
                    ASSERT_EQ(EVP_CIPHER_CTX_get_updated_iv(evp.get(), openssl_iv, 8), 1);
                    const int num = EVP_CIPHER_CTX_get_num(evp.get());
                    EXPECT_EQ(to_hex(iv_read, 8), to_hex(openssl_iv, 8)) << at;
                    EXPECT_EQ(static_cast<int>(used), num) << at;

                    ASSERT_EQ(og_des_restart(&ctx, encrypt, iv.data(), 8), OG_OK);
                    ASSERT_EQ(og_des_set_position(&ctx, openssl_iv, static_cast<unsigned>(num)), OG_OK);
                    EXPECT_EQ(update(ctx, part(in, at, 48)), part(want, at, 48)) << at;
                    ASSERT_EQ(EVP_CipherInit_ex(evp.get(), nullptr, nullptr, nullptr, iv_read, encrypt), 1);
                    if (EVP_CIPHER_CTX_set_num(evp.get(), static_cast<int>(used)) != 1) {
                        // OpenSSL 3.0.20 refuses every position but 0 in its modes of streams.
                        ASSERT_GE(OpenSSL_version_num(), 0x30000140UL);
                        ASSERT_NE(used, 0U);
                        ERR_clear_error();
                        continue;
                    }
                    ASSERT_EQ(
                        EVP_CipherUpdate(evp.get(), out, &size, in.data() + at, static_cast<int>(48 - at)),
                        1);
                    EXPECT_EQ(to_hex(out, 48 - at), to_hex(part(want, at, 48))) << at;
                }
                EVP_CIPHER_free(fetched);
            }
}

TEST(DesPosition, ACopyIsIndependent) {
    Rng rng(24);
    for (const Mode &mode : modes) {
        const Bytes key = rng.bytes(24), iv = rng.bytes(8), in = rng.bytes(48);
        const std::size_t at = mode.unit == 8 ? 16 : 13;
        og_des_ctx first = start(OG_DES_EDE3, mode.mode, true, key, iv);
        const Bytes want = crypt(OG_DES_EDE3, mode.mode, true, key, iv, in);
        update(first, part(in, 0, at));
        og_des_ctx second = first;
        update(first, part(in, 0, 24));
        og_des_wipe(&first);
        EXPECT_EQ(update(second, part(in, at, 48)), part(want, at, 48)) << mode.name;
    }
}

TEST(DesPosition, Errors) {
    const Bytes key(8, 1), iv(8, 2);
    std::uint8_t where[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    unsigned used = 9;
    for (const Mode &mode : modes) {
        SCOPED_TRACE(mode.name);
        const bool stream = mode.mode == OG_CFB64 || mode.mode == OG_OFB || mode.mode == OG_CTR;
        const std::size_t iv_size = mode.mode == OG_ECB ? 0 : 8;
        og_des_ctx ctx = start(OG_DES, mode.mode, true, key, iv);
        update(ctx, Bytes(stream ? 3 : 8));
        const og_des_ctx before = ctx;
        EXPECT_EQ(og_des_restart(nullptr, OG_ENCRYPT, iv.data(), iv_size), OG_ERR_NULL);
        EXPECT_EQ(og_des_restart(&ctx, OG_DECRYPT, nullptr, 8), OG_ERR_NULL);
        for (std::size_t size : {0, 1, 7, 8, 9})
            if (size != iv_size) EXPECT_EQ(og_des_restart(&ctx, OG_DECRYPT, iv.data(), size), OG_ERR_LENGTH);
        EXPECT_EQ(og_des_get_position(nullptr, where, &used), OG_ERR_NULL);
        EXPECT_EQ(og_des_get_position(&ctx, nullptr, &used), OG_ERR_NULL);
        EXPECT_EQ(og_des_get_position(&ctx, where, nullptr), OG_ERR_NULL);
        EXPECT_EQ(og_des_set_position(nullptr, iv.data(), 0), OG_ERR_NULL);
        EXPECT_EQ(og_des_set_position(&ctx, nullptr, 0), OG_ERR_NULL);
        EXPECT_EQ(og_des_set_position(&ctx, iv.data(), 8), OG_ERR_ARGUMENT);
        if (!stream) EXPECT_EQ(og_des_set_position(&ctx, iv.data(), 1), OG_ERR_ARGUMENT);
        if (mode.mode == OG_ECB) {
            EXPECT_EQ(og_des_get_position(&ctx, where, &used), OG_ERR_ARGUMENT);
            EXPECT_EQ(og_des_set_position(&ctx, iv.data(), 0), OG_ERR_ARGUMENT);
        }
        EXPECT_EQ(to_hex(where, 8), "0909090909090909");
        EXPECT_EQ(used, 9u);
        EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << "a refused call changes nothing";
    }
}

}  // namespace

}  // namespace og::test
