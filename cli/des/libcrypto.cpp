// SPDX-License-Identifier: MIT
#include "libcrypto.hpp"

#include "os/library.hpp"
#include "text/messages.hpp"

namespace og::cli {
namespace {

bool find_all(void *library, Libcrypto &to, std::string &why) {
#define FOUND(name) os::find_function(library, #name, to.name, why)
    return FOUND(EVP_CIPHER_CTX_new) && FOUND(EVP_CIPHER_CTX_free) && FOUND(EVP_CIPHER_CTX_ctrl) &&
           FOUND(EVP_aes_256_gcm) && FOUND(EVP_DecryptInit_ex) && FOUND(EVP_DecryptUpdate) &&
           FOUND(EVP_DecryptFinal_ex) && FOUND(EVP_sha256) && FOUND(HMAC);
#undef FOUND
}

}  // namespace

const Libcrypto *load_libcrypto(std::string_view command) {
    static Libcrypto functions;
    std::string why;
    void *library = os::load_library(os::libcrypto_name, why);
    if (library != nullptr && find_all(library, functions, why)) return &functions;
    complain(command, fmt::format("OpenSSL 3 is needed: {}", why));
    return nullptr;
}

}  // namespace og::cli
