// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <cstdlib>
#include <stdexcept>

#include <openssl/err.h>

namespace og::test {

const char *modules() {
    const char *elsewhere = std::getenv("OLDGUARD_MODULES");
    return elsewhere != nullptr ? elsewhere : OLDGUARD_MODULES;
}

Library::Library() : context_(OSSL_LIB_CTX_new()) {}

// The destructor frees the context after an exception too, because another constructor has ended.
Library::Library(std::initializer_list<const char *> providers) : Library() {
    OSSL_PROVIDER_set_default_search_path(context_, modules());
    for (const char *name : providers) {
        // OpenSSL's own modules are in its own folder.
        const bool system = std::string(name) == "legacy";
        OSSL_PROVIDER_set_default_search_path(context_, system ? nullptr : modules());
        providers_.push_back(OSSL_PROVIDER_load(context_, name));
        if (providers_.back() == nullptr) {
            throw std::runtime_error(std::string("cannot load the provider ") + name + ": " + error_text());
        }
    }
}

Library::~Library() {
    for (OSSL_PROVIDER *provider : providers_) {
        if (provider != nullptr) {
            OSSL_PROVIDER_unload(provider);
        }
    }
    OSSL_LIB_CTX_free(context_);
}

void Library::unload(std::size_t index) {
    OSSL_PROVIDER_unload(providers_.at(index));
    providers_[index] = nullptr;
}

CipherPtr Library::cipher(const char *name, const char *properties) const {
    return CipherPtr(EVP_CIPHER_fetch(context_, name, properties));
}

DigestPtr Library::digest(const char *name, const char *properties) const {
    return DigestPtr(EVP_MD_fetch(context_, name, properties));
}

Library &ours() {
    static Library library({"oldguard"});
    return library;
}

Library &theirs() {
    static Library library({"default", "legacy"});
    return library;
}

Library &preferred() {
    static Library library({"oldguard", "default", "legacy"});
    // OpenSSL 3.0 sorts the providers by their names when it loads the third.
    static const int set = EVP_set_default_properties(library.get(), "?provider=oldguard");
    if (set != 1) {
        throw std::runtime_error("cannot set the default properties");
    }
    return library;
}

Bytes random_bytes(std::size_t size, unsigned seed) {
    std::mt19937 engine(seed);
    Bytes bytes(size);
    for (std::uint8_t &byte : bytes) {
        byte = static_cast<std::uint8_t>(engine());
    }
    return bytes;
}

unsigned long first_error() {
    const unsigned long error = ERR_get_error();
    ERR_clear_error();
    return error;
}

std::string error_text() {
    std::string text;
    const auto add = [](const char *line, std::size_t size, void *to) {
        static_cast<std::string *>(to)->append(line, size);
        return 1;
    };
    ERR_print_errors_cb(add, &text);
    return text;
}

}  // namespace og::test
