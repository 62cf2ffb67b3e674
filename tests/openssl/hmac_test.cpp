// SPDX-License-Identifier: MIT
// HMAC and CMAC through EVP, compared with the default provider. HMAC with other digests is handed over.
#include <gtest/gtest.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>

#include "support.hpp"

namespace og::test {
namespace {

using MacCtx = std::unique_ptr<EVP_MAC_CTX, Free<EVP_MAC_CTX_free>>;

MacCtx mac_context(Library &library, const char *name) {
    EVP_MAC *mac = EVP_MAC_fetch(library.get(), name, nullptr);
    EXPECT_NE(mac, nullptr) << error_text();
    MacCtx ctx(EVP_MAC_CTX_new(mac));
    EVP_MAC_free(mac);
    return ctx;
}

std::vector<OSSL_PARAM> named(const char *parameter, const char *name) {
    return {OSSL_PARAM_construct_utf8_string(parameter, const_cast<char *>(name), 0),
            OSSL_PARAM_construct_end()};
}

Bytes finish(EVP_MAC_CTX *ctx) {
    Bytes mac(EVP_MAX_MD_SIZE);
    std::size_t size = 0;
    if (EVP_MAC_final(ctx, mac.data(), &size, mac.size()) != 1) {
        size = 0;
    }
    mac.resize(size);
    EXPECT_EQ(EVP_MAC_CTX_get_mac_size(ctx), size);
    return mac;
}

// The MACs of two messages under one key, in pieces. A copy continues after the first piece if asked.
Bytes macs(Library &library, const char *digest, std::size_t key_size, std::size_t size, std::size_t piece,
           bool copy = false) {
    MacCtx ctx = mac_context(library, "HMAC");
    const Bytes key = random_bytes(key_size, 1), data = random_bytes(size, 2);
    const auto params = named(OSSL_MAC_PARAM_DIGEST, digest);
    const std::uint8_t nothing = 0;
    EXPECT_EQ(EVP_MAC_init(ctx.get(), key.empty() ? &nothing : key.data(), key.size(), params.data()), 1)
        << error_text();
    Bytes result;
    for (int message = 0; message < 2; message++) {
        for (std::size_t at = 0; at < size; at += piece) {
            EXPECT_EQ(EVP_MAC_update(ctx.get(), data.data() + at, std::min(piece, size - at)), 1);
            if (copy && at == 0) {
                ctx.reset(EVP_MAC_CTX_dup(ctx.get()));
            }
        }
        const Bytes mac = finish(ctx.get());
        result.insert(result.end(), mac.begin(), mac.end());
        EXPECT_EQ(EVP_MAC_init(ctx.get(), nullptr, 0, nullptr), 1) << error_text();
    }
    return result;
}

TEST(Hmac, Lengths) {
    for (const char *digest : {"SHA1", "WHIRLPOOL", "SHA256", "SHA3-256"}) {
        for (const std::size_t key : {0u, 1u, 20u, 63u, 64u, 65u, 200u}) {
            for (const std::size_t size : {0u, 1u, 63u, 64u, 65u, 1000u}) {
                EXPECT_EQ(macs(preferred(), digest, key, size, 37), macs(theirs(), digest, key, size, 1000))
                    << digest << ' ' << key << ' ' << size;
                EXPECT_EQ(macs(preferred(), digest, key, size, 37, true),
                          macs(theirs(), digest, key, size, 1000));
            }
        }
    }
}

TEST(Hmac, OneCall) {
    const Bytes key = random_bytes(20, 3), data = random_bytes(100, 4);
    for (const char *digest : {"SHA1", "WHIRLPOOL", "SHA256"}) {
        Bytes outs[2];
        for (const bool own : {true, false}) {
            outs[own].resize(EVP_MAX_MD_SIZE);
            std::size_t size = 0;
            EXPECT_NE(EVP_Q_mac((own ? preferred() : theirs()).get(), "HMAC", nullptr, digest, nullptr,
                                key.data(), key.size(), data.data(), data.size(), outs[own].data(),
                                outs[own].size(), &size),
                      nullptr)
                << error_text();
            outs[own].resize(size);
        }
        EXPECT_EQ(outs[0], outs[1]) << digest;
    }
}

TEST(Hmac, BadCalls) {
    for (Library *library : {&preferred(), &theirs()}) {
        MacCtx ctx = mac_context(*library, "HMAC");
        const Bytes key = random_bytes(20, 5);
        EXPECT_EQ(EVP_MAC_init(ctx.get(), key.data(), key.size(), nullptr), 0) << "no digest";
        EXPECT_EQ(EVP_MAC_init(ctx.get(), nullptr, 0, nullptr), 0) << "no key";
        const auto unknown = named(OSSL_MAC_PARAM_DIGEST, "NOTHING");
        EXPECT_EQ(EVP_MAC_CTX_set_params(ctx.get(), unknown.data()), 0);
        EXPECT_NE(first_error(), 0u);
        const auto params = named(OSSL_MAC_PARAM_DIGEST, "SHA1");
        ASSERT_EQ(EVP_MAC_init(ctx.get(), key.data(), key.size(), params.data()), 1);
        Bytes small(19);
        std::size_t size = 0;
        EXPECT_EQ(EVP_MAC_final(ctx.get(), small.data(), &size, small.size()), 0);
        first_error();
    }
    MacCtx ctx = mac_context(ours(), "HMAC");
    EXPECT_EQ(EVP_MAC_update(ctx.get(), nullptr, 0), 0);
    EXPECT_NE(first_error(), 0u);
    // A new digest needs the key again.
    const Bytes key = random_bytes(20, 5);
    const auto sha1 = named(OSSL_MAC_PARAM_DIGEST, "SHA1"),
               whirlpool = named(OSSL_MAC_PARAM_DIGEST, "WHIRLPOOL");
    ASSERT_EQ(EVP_MAC_init(ctx.get(), key.data(), key.size(), sha1.data()), 1);
    EXPECT_EQ(EVP_MAC_init(ctx.get(), nullptr, 0, whirlpool.data()), 0);
    EXPECT_NE(first_error(), 0u);
    const auto other = named(OSSL_MAC_PARAM_DIGEST, "SHA256");
    for (int i = 0; i < 2; i++) {
        EXPECT_EQ(EVP_MAC_CTX_set_params(ctx.get(), other.data()), 0) << "there is no default provider";
        EXPECT_NE(first_error(), 0u);
    }
}

// One context with one digest after the other, and the key as a parameter.
TEST(Hmac, Changes) {
    MacCtx own = mac_context(preferred(), "HMAC"), other = mac_context(theirs(), "HMAC");
    Bytes key = random_bytes(70, 6);
    for (const char *digest : {"SHA1", "SHA256", "WHIRLPOOL", "SHA1", "SHA512"}) {
        auto params = named(OSSL_MAC_PARAM_DIGEST, digest);
        params.insert(params.begin(),
                      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key.data(), key.size()));
        Bytes outs[2];
        for (const bool mine : {true, false}) {
            EVP_MAC_CTX *ctx = mine ? own.get() : other.get();
            EXPECT_EQ(EVP_MAC_CTX_set_params(ctx, params.data()), 1) << error_text();
            EXPECT_EQ(EVP_MAC_init(ctx, nullptr, 0, nullptr), 1) << error_text();
            EXPECT_EQ(EVP_MAC_update(ctx, key.data(), 50), 1);
            outs[mine] = finish(ctx);
        }
        EXPECT_EQ(outs[0], outs[1]) << digest;
    }
}

// The MAC of a decrypted TLS record: a header, then data whose real length is secret.
TEST(Hmac, TlsRecords) {
    for (const char *digest : {"SHA1", "SHA256"}) {
        for (std::size_t size = 60; size < 80; size++) {
            Bytes outs[2];
            for (const bool mine : {true, false}) {
                MacCtx ctx = mac_context(mine ? preferred() : theirs(), "HMAC");
                const Bytes key = random_bytes(20, 7), data = random_bytes(200, 8);
                const auto params = named(OSSL_MAC_PARAM_DIGEST, digest);
                ASSERT_EQ(EVP_MAC_init(ctx.get(), key.data(), key.size(), params.data()), 1);
                std::size_t whole = 160;
                const OSSL_PARAM tls[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &whole),
                                          OSSL_PARAM_END};
                ASSERT_EQ(EVP_MAC_CTX_set_params(ctx.get(), tls), 1) << error_text();
                EXPECT_EQ(EVP_MAC_update(ctx.get(), data.data(), 13), 1) << error_text();
                EXPECT_EQ(EVP_MAC_update(ctx.get(), data.data() + 13, size), 1) << error_text();
                outs[mine] = finish(ctx.get());
            }
            EXPECT_EQ(outs[0], outs[1]) << digest << ' ' << size;
            EXPECT_FALSE(outs[1].empty());
        }
    }
}

// CMAC of the default provider over the ciphers of either.
TEST(Cmac, OverTheCiphers) {
    for (const char *cipher : {"DES-EDE3-CBC", "DES-CBC", "DES-EDE-CBC"}) {
        for (std::size_t size = 0; size <= 40; size++) {
            Bytes outs[2];
            for (const bool mine : {true, false}) {
                Library &library = mine ? preferred() : theirs();
                const auto key_size = EVP_CIPHER_get_key_length(library.cipher(cipher).get());
                MacCtx ctx = mac_context(library, "CMAC");
                const Bytes key = random_bytes(static_cast<std::size_t>(key_size), 9),
                            data = random_bytes(size, 10);
                const auto params = named(OSSL_MAC_PARAM_CIPHER, cipher);
                ASSERT_EQ(EVP_MAC_init(ctx.get(), key.data(), key.size(), params.data()), 1) << error_text();
                EXPECT_EQ(EVP_MAC_update(ctx.get(), data.data(), size / 3), 1);
                EXPECT_EQ(EVP_MAC_update(ctx.get(), data.data() + size / 3, size - size / 3), 1);
                outs[mine] = finish(ctx.get());
            }
            EXPECT_EQ(outs[0], outs[1]) << cipher << ' ' << size;
        }
    }
}

}  // namespace
}  // namespace og::test
