// SPDX-License-Identifier: MIT
// Library contexts with providers, and owners of OpenSSL's objects.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <openssl/evp.h>
#include <openssl/provider.h>

namespace og::test {

using Bytes = std::vector<std::uint8_t>;

template <auto free> struct Free {
    template <class T> void operator()(T *p) const { free(p); }
};
using CipherPtr = std::unique_ptr<EVP_CIPHER, Free<EVP_CIPHER_free>>;
using CipherCtx = std::unique_ptr<EVP_CIPHER_CTX, Free<EVP_CIPHER_CTX_free>>;
using DigestPtr = std::unique_ptr<EVP_MD, Free<EVP_MD_free>>;
using DigestCtx = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;

// The folder of the module under test. OLDGUARD_MODULES names another build's.
const char *modules();

// A library context in which these providers are active, and no others.
class Library {
public:
    explicit Library(std::initializer_list<const char *> providers);
    ~Library();
    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;

    OSSL_LIB_CTX *get() const { return context_; }
    // Unloads the provider with this index.
    void unload(std::size_t index);
    CipherPtr cipher(const char *name, const char *properties = nullptr) const;
    DigestPtr digest(const char *name, const char *properties = nullptr) const;

private:
    Library();

    OSSL_LIB_CTX *context_;
    std::vector<OSSL_PROVIDER *> providers_;
};

// The provider under test, and OpenSSL's default and legacy provider.
Library &ours();
Library &theirs();
// All three, with a preference for the provider under test.
Library &preferred();

// The same bytes in every run.
Bytes random_bytes(std::size_t size, unsigned seed);

// The earliest error of this thread's queue without its text, which it empties. 0: none.
unsigned long first_error();

// The text of the queue, which it empties.
std::string error_text();

}  // namespace og::test
