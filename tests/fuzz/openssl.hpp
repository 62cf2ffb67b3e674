// SPDX-License-Identifier: MIT
// OpenSSL's algorithms by name, for the targets that compare with them.
#pragma once

#include "fuzz.hpp"

#include <api/providers.hpp>
#include <openssl/evp.h>

#include <map>

namespace og::fuzz {

inline const EVP_MD *openssl_hash(const std::string &name) {
    test::Providers::load();
    static auto &fetched = *new std::map<std::string, const EVP_MD *>;  // reachable to the last
    const EVP_MD *&hash = fetched[name];
    if (hash == nullptr) hash = EVP_MD_fetch(nullptr, name.c_str(), nullptr);
    expect(hash != nullptr, "OpenSSL lacks the hash");
    return hash;
}

// Encrypts or decrypts without padding under a cipher of OpenSSL.
inline Bytes openssl_cipher(const std::string &name, bool encrypt, const Bytes &key, const Bytes &iv,
                            const Bytes &in) {
    test::Providers::load();
    static auto &fetched = *new std::map<std::string, const EVP_CIPHER *>;  // reachable to the last
    const EVP_CIPHER *&cipher = fetched[name];
    if (cipher == nullptr) cipher = EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr);
    expect(cipher != nullptr, "OpenSSL lacks the cipher");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    Bytes out(in.size() + 8);
    int size = 0;
    expect(EVP_CipherInit_ex(ctx, cipher, nullptr, key.data(), iv.data(), encrypt) == 1 &&
               EVP_CIPHER_CTX_set_padding(ctx, 0) == 1 &&
               EVP_CipherUpdate(ctx, out.data(), &size, in.data(), static_cast<int>(in.size())) == 1,
           "OpenSSL refuses");
    EVP_CIPHER_CTX_free(ctx);
    out.resize(in.size());
    return out;
}

// Encrypts or decrypts under DES (8 bytes of key) or Triple DES (16 or 24). The mode is OpenSSL's:
// ECB, CBC, CFB1, CFB8, CFB, OFB.
inline Bytes openssl_des(const std::string &mode, bool encrypt, const Bytes &key, const Bytes &iv,
                         const Bytes &in) {
    // OpenSSL has not every mode for two keys. Three keys of which the third is the first are the
    // same.
    Bytes keys = key;
    if (keys.size() == 16) keys.insert(keys.end(), key.begin(), key.begin() + 8);
    return openssl_cipher((keys.size() == 8 ? "DES-" : "DES-EDE3-") + mode, encrypt, keys, iv, in);
}

}  // namespace og::fuzz
