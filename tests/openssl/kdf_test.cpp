// SPDX-License-Identifier: MIT
// PBKDF2 and PKCS12KDF through EVP, compared with the default provider. Other digests are handed over.
#include <gtest/gtest.h>

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "support.hpp"

namespace og::test {
namespace {

using KdfCtx = std::unique_ptr<EVP_KDF_CTX, Free<EVP_KDF_CTX_free>>;

KdfCtx kdf_context(Library &library, const char *name) {
    EVP_KDF *kdf = EVP_KDF_fetch(library.get(), name, nullptr);
    EXPECT_NE(kdf, nullptr) << error_text();
    const std::string provider = OSSL_PROVIDER_get0_name(EVP_KDF_get0_provider(kdf));
    EXPECT_EQ(provider, &library == &theirs() ? "default" : "oldguard");
    KdfCtx ctx(EVP_KDF_CTX_new(kdf));
    EVP_KDF_free(kdf);
    return ctx;
}

// What a test sets. A member without a value is not set.
struct Input {
    const char *digest = nullptr;
    const char *properties = nullptr;
    Bytes password = random_bytes(11, 1), salt = random_bytes(16, 2);
    bool with_password = true, with_salt = true;
    std::uint64_t iterations = 3;
    int pkcs5 = -1, id = -1;
    std::size_t size = 20;
};

struct Output {
    int set = 0, derived = 0;
    Bytes key;
    unsigned long error = 0;
    bool operator==(const Output &) const = default;
};

std::ostream &operator<<(std::ostream &to, const Output &output) {
    return to << output.set << ' ' << output.derived << ' ' << std::hex << output.error << std::dec << ' '
              << testing::PrintToString(output.key);
}

class Params {
public:
    explicit Params(Input input) : input_(std::move(input)) {
        text(OSSL_KDF_PARAM_DIGEST, input_.digest);
        text(OSSL_KDF_PARAM_PROPERTIES, input_.properties);
        if (input_.pkcs5 >= 0) list_.push_back(OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &input_.pkcs5));
        if (input_.with_password) octets(OSSL_KDF_PARAM_PASSWORD, input_.password);
        if (input_.with_salt) octets(OSSL_KDF_PARAM_SALT, input_.salt);
        if (input_.id >= 0) list_.push_back(OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS12_ID, &input_.id));
        list_.push_back(OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &input_.iterations));
        list_.push_back(OSSL_PARAM_construct_end());
    }
    Params(const Params &) = delete;
    const OSSL_PARAM *get() const { return list_.data(); }

private:
    void text(const char *name, const char *value) {
        if (value != nullptr) {
            list_.push_back(OSSL_PARAM_construct_utf8_string(name, const_cast<char *>(value), 0));
        }
    }
    void octets(const char *name, Bytes &bytes) {
        static std::uint8_t nothing;
        list_.push_back(
            OSSL_PARAM_construct_octet_string(name, bytes.empty() ? &nothing : bytes.data(), bytes.size()));
    }
    Input input_;
    std::vector<OSSL_PARAM> list_;
};

// Sets the parameters and derives, in a copy of the context if asked.
Output derive(Library &library, const char *name, const Input &input, bool copy = false) {
    first_error();
    KdfCtx ctx = kdf_context(library, name);
    const Params params(input);
    Output output;
    output.set = EVP_KDF_CTX_set_params(ctx.get(), params.get());
    if (copy) {
        ctx.reset(EVP_KDF_CTX_dup(ctx.get()));
    }
    output.key.resize(input.size);
    output.derived = EVP_KDF_derive(ctx.get(), output.key.data(), input.size, nullptr);
    if (output.derived != 1) {
        output.key.clear();
    }
    output.error = first_error();
    return output;
}

void same(const char *name, const Input &input, bool copy = false) {
    EXPECT_EQ(derive(preferred(), name, input, copy), derive(theirs(), name, input))
        << name << ' ' << (input.digest == nullptr ? "no digest" : input.digest) << ' ' << input.size << ' '
        << input.iterations;
}

constexpr const char *names[] = {"PBKDF2", "PKCS12KDF"};
constexpr const char *digests[] = {"SHA1",      "sha-1",  "SSL3-SHA1", "1.3.14.3.2.26",    "WHIRLPOOL",
                                   "whirlpool", "SHA256", "SHA512",    "1.0.10118.3.0.55", "MD5"};

TEST(Kdf, Sizes) {
    for (const char *name : names) {
        for (const char *digest : digests) {
            for (const std::size_t size : {1u, 19u, 20u, 21u, 64u, 65u, 128u, 500u, 1300u}) {
                for (const std::uint64_t iterations : {1u, 2u, 37u}) {
                    same(name, {.digest = digest, .iterations = iterations, .id = 1, .size = size});
                }
            }
        }
    }
}

TEST(Kdf, PasswordsAndSalts) {
    for (const char *name : names) {
        for (const char *digest : {"SHA1", "WHIRLPOOL", "SHA256"}) {
            for (const std::size_t password : {0u, 1u, 63u, 64u, 65u, 200u}) {
                for (const std::size_t salt : {0u, 1u, 8u, 64u, 129u}) {
                    if (password + salt == 0 && std::string(name) == "PKCS12KDF") {
                        continue;  // the default provider takes its empty buffer for a lack of memory
                    }
                    same(name, {.digest = digest,
                                .password = random_bytes(password, 3),
                                .salt = random_bytes(salt, 4),
                                .id = 2});
                }
            }
        }
    }
}

TEST(Kdf, MissingAndWrong) {
    for (const char *name : names) {
        for (const char *digest : {"SHA1", "SHA256"}) {
            same(name, {.digest = digest, .with_password = false, .id = 1});
            same(name, {.digest = digest, .with_salt = false, .id = 1});
            same(name, {.digest = digest, .iterations = 0, .id = 1});
        }
        same(name, {.id = 1});  // PBKDF2 has a digest by default, PKCS12KDF has none
        const Output unknown = derive(preferred(), name, {.digest = "NOTHING", .id = 1});
        EXPECT_EQ(unknown.set, 0);
        EXPECT_NE(unknown.error, 0u);
    }
    for (const int id : {0, 1, 2, 3, 4, 255}) {
        same("PKCS12KDF", {.digest = "SHA1", .id = id});
        same("PKCS12KDF", {.digest = "WHIRLPOOL", .id = id});
    }
    same("PKCS12KDF", {.digest = "SHA1"});
}

// The checks of SP 800-132, which "pkcs5" turns on and off.
TEST(Kdf, Strict) {
    for (const int pkcs5 : {0, 1}) {
        for (const char *digest : {"SHA1", "WHIRLPOOL", "SHA256"}) {
            for (const std::size_t size : {13u, 14u}) {
                for (const std::size_t salt : {15u, 16u}) {
                    for (const std::uint64_t iterations : {999u, 1000u}) {
                        same("PBKDF2", {.digest = digest,
                                        .salt = random_bytes(salt, 5),
                                        .iterations = iterations,
                                        .pkcs5 = pkcs5,
                                        .size = size});
                    }
                }
            }
        }
    }
}

// Properties of the digest are evaluated by the next provider.
TEST(Kdf, Properties) {
    for (const char *name : names) {
        same(name, {.digest = "SHA1", .properties = "provider=default", .id = 1});
        same(name, {.digest = "SHA1", .properties = "", .id = 1});
        const Output none =
            derive(preferred(), name, {.digest = "SHA1", .properties = "provider=none", .id = 1});
        EXPECT_EQ(none.set, 0);
    }
}

TEST(Kdf, Copies) {
    for (const char *name : names) {
        // OpenSSL 3.0 does not copy the key derivations of its own.
        for (const char *digest : {"SHA1", "WHIRLPOOL"}) {
            same(name, {.digest = digest, .id = 3}, true);
        }
    }
}

// One context with one digest after the other, and a reset.
TEST(Kdf, Changes) {
    for (const char *name : names) {
        KdfCtx own = kdf_context(preferred(), name), other = kdf_context(theirs(), name);
        for (const char *digest : {"SHA1", "SHA256", "WHIRLPOOL", "SHA512", "SHA1"}) {
            const Params params({.digest = digest, .id = 1});
            Bytes a(40), b(40);
            EXPECT_EQ(EVP_KDF_derive(own.get(), a.data(), a.size(), params.get()), 1) << error_text();
            EXPECT_EQ(EVP_KDF_derive(other.get(), b.data(), b.size(), params.get()), 1) << error_text();
            EXPECT_EQ(a, b) << digest;
        }
        EVP_KDF_CTX_reset(own.get());
        Bytes key(20);
        EXPECT_EQ(EVP_KDF_derive(own.get(), key.data(), key.size(), nullptr), 0);
        first_error();
        EXPECT_EQ(EVP_KDF_CTX_get_kdf_size(own.get()), SIZE_MAX);
    }
}

// A name whose size is 0 ends with its NUL. There is no other provider that could serve it.
TEST(Kdf, NameWithoutSize) {
    char name[] = "WHIRLPOOL", text[] = "text";
    std::uint64_t iterations = 2;
    const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, text, 4),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, text, 4),
                                 OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, &iterations), OSSL_PARAM_END};
    Bytes key(20);
    EXPECT_EQ(EVP_KDF_derive(kdf_context(ours(), "PBKDF2").get(), key.data(), key.size(), params), 1)
        << error_text();
}

// Without a provider that has the digest.
TEST(Kdf, WithoutDefault) {
    for (const char *name : names) {
        const Output alone = derive(ours(), name, {.digest = "SHA256", .id = 1});
        EXPECT_EQ(alone.set, 0);
        EXPECT_NE(alone.error, 0u);
        EXPECT_EQ(derive(ours(), name, {.digest = "SHA1", .id = 1}),
                  derive(theirs(), name, {.digest = "SHA1", .id = 1}));
    }
}

}  // namespace
}  // namespace og::test
