// SPDX-License-Identifier: MIT
// Each allocation fails once, in every function: the call fails or its result is right, nothing is lost, and
// what the provider frees is wiped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/kdf.h>

#include "ciphers.hpp"

namespace og::test {
namespace {

// The allocations of one thread of this process in libcrypto and its providers.
struct Watch {
    std::size_t fail_at;  // the number of the allocation that fails, from 1
    std::size_t count = 0;
    std::map<const void *, std::size_t> live{};  // blocks of the provider under test, and their sizes
    bool unwiped = false;                        // one of these was freed with its content

    bool fails() { return ++count == fail_at; }
};
thread_local Watch *watch;

void *allocate(std::size_t size, const char *file, int) {
    if (watch != nullptr && watch->fails()) return nullptr;
    void *memory = std::malloc(size);
    // The name that the provider gives for its source.
    if (watch != nullptr && file != nullptr && std::strcmp(file, "oldguard") == 0)
        watch->live.emplace(memory, size);
    return memory;
}

void *reallocate(void *memory, std::size_t size, const char *, int) {
    if (watch != nullptr && size > 0 && watch->fails()) return nullptr;
    return std::realloc(memory, size);
}

void release(void *memory, const char *, int) {
    if (watch != nullptr && watch->live.contains(memory)) {
        const auto *bytes = static_cast<const std::uint8_t *>(memory);
        watch->unwiped |=
            std::any_of(bytes, bytes + watch->live.at(memory), [](std::uint8_t b) { return b != 0; });
        watch->live.erase(memory);
    }
    std::free(memory);
}

// Returns whether a copy was made although an allocation has failed.
bool is_partial(const void *copy) {
    return copy != nullptr && watch != nullptr && watch->count >= watch->fail_at;
}

// Before the first allocation of libcrypto, which would be too late.
const int replaced = CRYPTO_set_mem_functions(allocate, reallocate, release);

// What a use of the provider returns, or nothing if a call failed.
using Outcome = std::optional<Bytes>;

void expect_no_loss(const std::function<Outcome()> &use) {
    const Outcome wanted = use();
    ASSERT_TRUE(wanted) << error_text();
    for (std::size_t n = 1;; n++) {
        SCOPED_TRACE("allocation " + std::to_string(n));
        Watch now{.fail_at = n};
        watch = &now;
        const Outcome got = use();
        watch = nullptr;
        ERR_clear_error();
        EXPECT_TRUE(now.live.empty());
        EXPECT_FALSE(now.unwiped);
        if (got) EXPECT_EQ(*got, *wanted);
        if (now.count < n) {
            EXPECT_TRUE(got);
            EXPECT_GT(n, 2u);
            break;
        }
    }
}

TEST(Memory, TheFunctionsAreReplaced) { EXPECT_EQ(replaced, 1); }

TEST(Memory, Ciphers) {
    for (const char *name : all_ciphers) {
        SCOPED_TRACE(name);
        const CipherPtr cipher = ours().cipher(name);
        expect_no_loss([&]() -> Outcome {
            Bytes out(80);
            int size = 0, more = 0;
            const CipherCtx ctx(EVP_CIPHER_CTX_new()), copy(EVP_CIPHER_CTX_new());
            const Bytes key = random_bytes(24, 1), data = random_bytes(33, 2);
            if (!ctx || !copy ||
                EVP_EncryptInit_ex2(ctx.get(), cipher.get(), key.data(), key.data(), nullptr) != 1 ||
                EVP_EncryptUpdate(ctx.get(), out.data(), &size, data.data(), 33) != 1 ||
                EVP_CIPHER_CTX_copy(copy.get(), ctx.get()) != 1 ||
                EVP_EncryptFinal_ex(copy.get(), out.data() + size, &more) != 1)
                return {};
            return out;
        });
    }
}

// The result of an unwrapped key: the wrapped one is random.
TEST(Memory, Wrap) {
    const CipherPtr cipher = ours().cipher("DES3-WRAP");
    ASSERT_NE(cipher, nullptr);
    expect_no_loss([&]() -> Outcome {
        Bytes wrapped(80), out(80);
        int size = 0;
        const CipherCtx ctx(EVP_CIPHER_CTX_new());
        const Bytes key = random_bytes(24, 1), data = random_bytes(24, 2);
        if (!ctx) return {};
        EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
        if (EVP_EncryptInit_ex2(ctx.get(), cipher.get(), key.data(), nullptr, nullptr) != 1 ||
            EVP_EncryptUpdate(ctx.get(), wrapped.data(), &size, data.data(), 24) != 1 ||
            EVP_DecryptInit_ex2(ctx.get(), cipher.get(), key.data(), nullptr, nullptr) != 1 ||
            EVP_DecryptUpdate(ctx.get(), out.data(), &size, wrapped.data(), size) != 1)
            return {};
        return out;
    });
}

TEST(Memory, Digests) {
    for (const char *name : {"SHA1", "WHIRLPOOL"}) {
        const DigestPtr digest = ours().digest(name);
        SCOPED_TRACE(name);
        expect_no_loss([&]() -> Outcome {
            Bytes out(EVP_MAX_MD_SIZE);
            const DigestCtx ctx(EVP_MD_CTX_new()), copy(EVP_MD_CTX_new());
            if (!ctx || !copy || EVP_DigestInit_ex2(ctx.get(), digest.get(), nullptr) != 1 ||
                EVP_DigestUpdate(ctx.get(), "abc", 3) != 1 ||
                EVP_MD_CTX_copy_ex(copy.get(), ctx.get()) != 1 ||
                EVP_DigestFinal_ex(copy.get(), out.data(), nullptr) != 1)
                return {};
            return out;
        });
    }
}

// With a digest of the provider, and with one of the next.
TEST(Memory, Hmac) {
    const std::unique_ptr<EVP_MAC, Free<EVP_MAC_free>> mac(EVP_MAC_fetch(preferred().get(), "HMAC", nullptr));
    using Ctx = std::unique_ptr<EVP_MAC_CTX, Free<EVP_MAC_CTX_free>>;
    for (const char *digest : {"SHA1", "WHIRLPOOL", "SHA256"}) {
        SCOPED_TRACE(digest);
        const OSSL_PARAM params[] = {
            OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, const_cast<char *>(digest), 0),
            OSSL_PARAM_construct_end()};
        expect_no_loss([&]() -> Outcome {
            Bytes out(EVP_MAX_MD_SIZE);
            const Bytes key = random_bytes(100, 1);
            std::size_t size = 0;
            const Ctx ctx(EVP_MAC_CTX_new(mac.get()));
            if (!ctx || EVP_MAC_init(ctx.get(), key.data(), key.size(), params) != 1 ||
                EVP_MAC_update(ctx.get(), key.data(), 10) != 1)
                return {};
            const Ctx copy(EVP_MAC_CTX_dup(ctx.get()));
            if (!copy || EVP_MAC_final(copy.get(), out.data(), &size, out.size()) != 1) return {};
            return out;
        });
    }
}

TEST(Memory, Kdf) {
    using Ctx = std::unique_ptr<EVP_KDF_CTX, Free<EVP_KDF_CTX_free>>;
    for (const char *name : {"PBKDF2", "PKCS12KDF"})
        for (const char *digest : {"SHA1", "SHA256"}) {
            SCOPED_TRACE(std::string(name) + ' ' + digest);
            const std::unique_ptr<EVP_KDF, Free<EVP_KDF_free>> kdf(
                EVP_KDF_fetch(preferred().get(), name, nullptr));
            ASSERT_NE(kdf, nullptr);
            Bytes password = random_bytes(20, 1), salt = random_bytes(16, 2);
            int iterations = 2, id = 1;
            const OSSL_PARAM params[] = {
                OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, const_cast<char *>(digest), 0),
                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, password.data(), password.size()),
                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.data(), salt.size()),
                OSSL_PARAM_construct_int(OSSL_KDF_PARAM_ITER, &iterations),
                OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS12_ID, &id),
                OSSL_PARAM_construct_end()};
            expect_no_loss([&]() -> Outcome {
                Bytes out(40);
                const Ctx ctx(EVP_KDF_CTX_new(kdf.get()));
                if (!ctx || EVP_KDF_CTX_set_params(ctx.get(), params) != 1) return {};
                // The default provider of OpenSSL 3.0 cannot copy the context that it has for SHA256.
                const Ctx copy(digest == std::string("SHA1") ? EVP_KDF_CTX_dup(ctx.get()) : nullptr);
                EXPECT_FALSE(is_partial(copy.get()));
                if (!copy && digest == std::string("SHA1")) return {};
                if (EVP_KDF_derive(copy ? copy.get() : ctx.get(), out.data(), out.size(), nullptr) != 1)
                    return {};
                return out;
            });
        }
}

}  // namespace
}  // namespace og::test
