// SPDX-License-Identifier: MIT
// Compares the command's declarations of libcrypto with OpenSSL's headers. It is compiled but not run.
#include "cli/provider/openssl_functions.hpp"

#include <openssl/conf.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>

#include <type_traits>

namespace {

template <typename Own, typename Theirs>
constexpr bool same = std::is_same_v<Own, std::add_pointer_t<Theirs>>;

#define OG_SAME(result, name, parameters) \
    static_assert(same<decltype(og::cli::OpensslFunctions::name), decltype(::name)>);
OG_OPENSSL_FUNCTIONS(OG_SAME)
static_assert(og::cli::openssl_version_text == OPENSSL_VERSION);

}  // namespace
