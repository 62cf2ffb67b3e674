// SPDX-License-Identifier: MIT
// Records of TLS with DES-EDE3-CBC: padding, explicit IV and MAC as in the default provider.
#include <gtest/gtest.h>

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/prov_ssl.h>

#include "support.hpp"

namespace og::test {
namespace {

constexpr unsigned versions[] = {TLS1_VERSION,  TLS1_1_VERSION,  TLS1_2_VERSION,
                                 DTLS1_VERSION, DTLS1_2_VERSION, DTLS1_BAD_VER};
// No provider has CBC for them, and OpenSSL 4 has no SSL 3.0.
constexpr unsigned unknown_versions[] = {TLS1_3_VERSION, 0x1234, 1};

struct Result {
    int returned = 0, written = 0;
    Bytes buffer;
    Bytes mac;
};

class Record {
public:
    Record(Library &library, bool encrypt, unsigned version, std::size_t mac_size)
        : cipher_(library.cipher("DES-EDE3-CBC")), ctx_(EVP_CIPHER_CTX_new()), mac_size_(mac_size) {
        const Bytes key = random_bytes(24, 1), iv = random_bytes(8, 2);
        const OSSL_PARAM params[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
                                     OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_size_),
                                     OSSL_PARAM_END};
        EXPECT_EQ(EVP_CipherInit_ex2(ctx_.get(), cipher_.get(), key.data(), iv.data(), encrypt, nullptr), 1);
        EXPECT_EQ(EVP_CIPHER_CTX_set_params(ctx_.get(), params), 1) << error_text();
    }

    // Encrypts or decrypts a record in place.
    Result run(const Bytes &record) {
        Result result;
        result.buffer = record;
        result.buffer.resize(record.size() + 8);
        result.returned = EVP_CipherUpdate(ctx_.get(), result.buffer.data(), &result.written,
                                           result.buffer.data(), static_cast<int>(record.size()));
        void *mac = nullptr;
        OSSL_PARAM params[] = {OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, &mac, mac_size_),
                               OSSL_PARAM_END};
        EXPECT_EQ(EVP_CIPHER_CTX_get_params(ctx_.get(), params), 1);
        if (result.returned == 1 && mac != nullptr) {
            const auto *bytes = static_cast<const std::uint8_t *>(mac);
            result.mac.assign(bytes, bytes + mac_size_);
        }
        first_error();
        return result;
    }

private:
    CipherPtr cipher_;
    CipherCtx ctx_;
    std::size_t mac_size_;
};

// Encrypts blocks without the rules of TLS, so that a test chooses the padding.
Bytes encrypt_blocks(const Bytes &plain) {
    const CipherPtr cipher = theirs().cipher("DES-EDE3-CBC");
    const Bytes key = random_bytes(24, 1), iv = random_bytes(8, 2);
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    EXPECT_EQ(EVP_EncryptInit_ex2(ctx.get(), cipher.get(), key.data(), iv.data(), nullptr), 1);
    EVP_CIPHER_CTX_set_padding(ctx.get(), 0);
    Bytes out(plain.size() + 8);
    int written = 0;
    EXPECT_EQ(
        EVP_EncryptUpdate(ctx.get(), out.data(), &written, plain.data(), static_cast<int>(plain.size())), 1);
    out.resize(plain.size());
    return out;
}

void encrypt_same(unsigned version) {
    Record own(ours(), true, version, 20), other(theirs(), true, version, 20);
    for (std::size_t size = 0; size < 90; size++) {  // the context goes on to the next record
        const Bytes data = random_bytes(size, 3);
        const Result a = own.run(data), b = other.run(data);
        ASSERT_EQ(a.returned, b.returned) << version << ' ' << size;
        EXPECT_EQ(a.written, b.written);
        EXPECT_EQ(a.buffer, b.buffer) << version << ' ' << size;
    }
}

TEST(Tls, Encryption) {
    for (const unsigned version : versions) encrypt_same(version);
    for (const unsigned version : unknown_versions) encrypt_same(version);
}

// Decrypts a record with both providers. A random MAC must differ from the other provider's.
void decrypt_same(const Bytes &plain, unsigned version, std::size_t mac_size, bool right) {
    const Bytes record = encrypt_blocks(plain);
    const Result a = Record(ours(), false, version, mac_size).run(record);
    const Result b = Record(theirs(), false, version, mac_size).run(record);
    ASSERT_EQ(a.returned, b.returned) << record.size() << ' ' << mac_size;
    if (a.returned != 1) {
        return;
    }
    EXPECT_EQ(a.written, b.written);
    const std::size_t iv = version == TLS1_VERSION ? 0 : 8;
    const std::size_t end = iv + static_cast<std::size_t>(a.written);
    EXPECT_EQ(Bytes(a.buffer.begin() + iv, a.buffer.begin() + end),
              Bytes(b.buffer.begin() + iv, b.buffer.begin() + end));
    if (mac_size >= 16) {
        EXPECT_EQ(a.mac == b.mac, right) << "padding " << int{plain.back()} << " of " << plain.size();
        const Bytes at_end(plain.begin() + end, plain.begin() + end + mac_size);
        EXPECT_EQ(a.mac == at_end, right);
    }
}

// Padding of each length, also longer than the record, right and with one wrong byte.
TEST(Tls, Decryption) {
    for (const unsigned version : versions) {
        for (const std::size_t mac_size : {0u, 16u, 20u, 32u, 48u, 64u}) {
            for (const std::size_t size : {72u, 104u, 320u, 328u, 608u}) {
                for (std::size_t padding = 0; padding < 256;
                     padding += padding < 10 || padding > 240 ? 1 : 7) {
                    Bytes plain = random_bytes(size, static_cast<unsigned>(padding) + 4);
                    for (std::size_t i = 0; i <= padding && i < size; i++) {
                        plain[size - 1 - i] = static_cast<std::uint8_t>(padding);
                    }
                    const std::size_t iv = version == TLS1_VERSION ? 0 : 8;
                    const bool fits = size - iv >= padding + 1 + mac_size;
                    decrypt_same(plain, version, mac_size, fits);
                    if (padding > 0 && padding < size) {
                        plain[size - 1 - padding] ^= 0x10;
                        decrypt_same(plain, version, mac_size, false);
                    }
                }
            }
        }
    }
}

// Decrypts a record that has no padding with both providers. A refused one leaves the same bytes and the same
// chain.
void decrypt_bad(const Bytes &record, unsigned version, std::size_t mac_size) {
    Record own(ours(), false, version, mac_size), other(theirs(), false, version, mac_size);
    for (const Bytes &one : {record, random_bytes(8, 10)}) {
        const Result a = own.run(one), b = other.run(one);
        EXPECT_EQ(a.returned, b.returned) << one.size() << ' ' << mac_size << ' ' << version;
        EXPECT_EQ(a.buffer, b.buffer) << one.size() << ' ' << mac_size << ' ' << version;
    }
}

TEST(Tls, BadRecords) {
    for (const unsigned version : versions) {
        for (const std::size_t mac_size : {std::size_t{0}, std::size_t{20}}) {
            for (std::size_t size = 0; size < 41; size++) {  // too short, or no whole block
                decrypt_bad(random_bytes(size, 7), version, mac_size);
            }
        }
    }
    for (const unsigned version : unknown_versions) {
        for (const std::size_t size : {0u, 7u, 8u, 16u, 64u}) decrypt_bad(random_bytes(size, 8), version, 20);
    }
    // No padding, another buffer for the output, and a final.
    for (Library *library : {&ours(), &theirs()}) {
        const CipherPtr cipher = library->cipher("DES-EDE3-CBC");
        const Bytes key = random_bytes(24, 1), iv = random_bytes(8, 2), in = random_bytes(64, 9);
        unsigned version = TLS1_2_VERSION;
        const OSSL_PARAM params[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
                                     OSSL_PARAM_END};
        CipherCtx ctx(EVP_CIPHER_CTX_new());
        ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), iv.data(), 0, params), 1);
        Bytes out(80);
        int written = 0;
        EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, in.data(), 64), 0);
        EXPECT_NE(first_error(), 0u);
        EXPECT_EQ(EVP_CipherFinal_ex(ctx.get(), out.data(), &written), 0);
        EXPECT_NE(first_error(), 0u);
        EVP_CIPHER_CTX_set_padding(ctx.get(), 0);
        EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, out.data(), 64), 0);
        EXPECT_NE(first_error(), 0u);
    }
}

// A MAC that cannot be: the parameter is refused.
TEST(Tls, MacTooLong) {
    const CipherPtr cipher = ours().cipher("DES-EDE3-CBC");
    std::size_t size = 65;
    const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &size), OSSL_PARAM_END};
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), nullptr, nullptr, 0, params), 0);
    EXPECT_NE(first_error(), 0u);
}

}  // namespace
}  // namespace og::test
