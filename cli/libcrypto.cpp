// SPDX-License-Identifier: MIT
#include "libcrypto.hpp"

#include "messages.hpp"

#include <dlfcn.h>

namespace og::cli {
namespace {

// The library of OpenSSL 3 on any system that names it by its ABI.
constexpr const char *file_name = "libcrypto.so.3";

template <typename Function>
bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

bool find_all(void *library, Libcrypto &to) {
    return find(library, "EVP_CIPHER_CTX_new", to.EVP_CIPHER_CTX_new) &&
           find(library, "EVP_CIPHER_CTX_free", to.EVP_CIPHER_CTX_free) &&
           find(library, "EVP_CIPHER_CTX_ctrl", to.EVP_CIPHER_CTX_ctrl) &&
           find(library, "EVP_aes_256_gcm", to.EVP_aes_256_gcm) &&
           find(library, "EVP_CipherInit_ex", to.EVP_CipherInit_ex) &&
           find(library, "EVP_CipherUpdate", to.EVP_CipherUpdate) &&
           find(library, "EVP_CipherFinal_ex", to.EVP_CipherFinal_ex) &&
           find(library, "EVP_MD_CTX_new", to.EVP_MD_CTX_new) &&
           find(library, "EVP_MD_CTX_free", to.EVP_MD_CTX_free) &&
           find(library, "EVP_sha256", to.EVP_sha256) &&
           find(library, "EVP_DigestInit_ex", to.EVP_DigestInit_ex) &&
           find(library, "EVP_DigestUpdate", to.EVP_DigestUpdate) &&
           find(library, "EVP_DigestFinal_ex", to.EVP_DigestFinal_ex) &&
           find(library, "HMAC", to.HMAC);
}

}  // namespace

const Libcrypto *load_libcrypto(std::string_view command) {
    static Libcrypto functions;
    void *library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr && find_all(library, functions))
        return &functions;
    const char *reason = dlerror();
    complain(command, fmt::format("OpenSSL 3 is needed: {}", reason ? reason : file_name));
    return nullptr;
}

}  // namespace og::cli
