// SPDX-License-Identifier: MIT
#include "libcrypto.hpp"

#include "text/messages.hpp"

#include <dlfcn.h>

namespace og::cli {
namespace {

// The soname of OpenSSL 3 on Linux.
constexpr const char *file_name = "libcrypto.so.3";

template <typename Function> bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

bool find_all(void *library, Libcrypto &to) {
#define FOUND(name) find(library, #name, to.name)
    return FOUND(EVP_CIPHER_CTX_new) && FOUND(EVP_CIPHER_CTX_free) && FOUND(EVP_CIPHER_CTX_ctrl) &&
           FOUND(EVP_aes_256_gcm) && FOUND(EVP_DecryptInit_ex) && FOUND(EVP_DecryptUpdate) &&
           FOUND(EVP_DecryptFinal_ex) && FOUND(EVP_sha256) && FOUND(HMAC);
#undef FOUND
}

}  // namespace

const Libcrypto *load_libcrypto(std::string_view command) {
    static Libcrypto functions;
    void *library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr && find_all(library, functions)) return &functions;
    const char *reason = dlerror();
    complain(command, fmt::format("OpenSSL 3 is needed: {}", reason ? reason : file_name));
    return nullptr;
}

}  // namespace og::cli
