// SPDX-License-Identifier: MIT
// Compares the command's declarations of libcrypto with OpenSSL's headers. It is compiled but not run.
#include "cli/des/libcrypto.hpp"
#include "cli/provider/openssl_functions.hpp"

#include <openssl/conf.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>

#include <type_traits>

namespace {

template <typename Own, typename Theirs>
constexpr bool same = std::is_same_v<Own, std::add_pointer_t<Theirs>>;

#define OG_SAME(name) static_assert(same<decltype(og::cli::Libcrypto::name), decltype(::name)>)
OG_SAME(EVP_CIPHER_CTX_new);
OG_SAME(EVP_CIPHER_CTX_free);
OG_SAME(EVP_CIPHER_CTX_ctrl);
OG_SAME(EVP_aes_256_gcm);
OG_SAME(EVP_DecryptInit_ex);
OG_SAME(EVP_DecryptUpdate);
OG_SAME(EVP_DecryptFinal_ex);
OG_SAME(EVP_sha256);
OG_SAME(HMAC);
static_assert(og::cli::ctrl_set_tag == EVP_CTRL_AEAD_SET_TAG);

#define OG_SAME_PROVIDER(result, name, parameters) \
    static_assert(same<decltype(og::cli::OpensslFunctions::name), decltype(::name)>);
OG_OPENSSL_FUNCTIONS(OG_SAME_PROVIDER)
static_assert(og::cli::openssl_version_text == OPENSSL_VERSION);

}  // namespace
