// SPDX-License-Identifier: MIT
// The functions of libcrypto that deal with configurations and providers. The command is not linked with
// libcrypto: it loads it when it needs it.
#pragma once

#include <string>

// The struct tags of OpenSSL, so that the pointers below have OpenSSL's types.
// tests/command/libcrypto_types.cpp compares them with OpenSSL's headers.
struct conf_method_st;
struct conf_st;
struct ossl_lib_ctx_st;
struct ossl_provider_st;
struct evp_md_st;
struct evp_cipher_st;
struct evp_mac_st;
struct evp_kdf_st;

namespace og::cli {

// X(result, name, (parameters)) for the five functions of a type of algorithm, such as EVP_MD.
#define OG_OPENSSL_ALGORITHM(X, type, tag)                                                             \
    X(void, type##_do_all_provided, (ossl_lib_ctx_st *, void (*visit)(tag *, void *argument), void *)) \
    X(tag *, type##_fetch, (ossl_lib_ctx_st *, const char *name, const char *properties))              \
    X(void, type##_free, (tag *))                                                                      \
    X(const char *, type##_get0_name, (const tag *))                                                   \
    X(const ossl_provider_st *, type##_get0_provider, (const tag *))

// The same for all functions that are used.
#define OG_OPENSSL_FUNCTIONS(X)                                                               \
    X(char *, CONF_get1_default_config_file, ())                                              \
    X(int, CONF_modules_load_file_ex,                                                         \
      (ossl_lib_ctx_st *, const char *file, const char *first_line, unsigned long flags))     \
    X(void, CRYPTO_free, (void *, const char *source, int line))                              \
    X(unsigned long, ERR_get_error_all,                                                       \
      (const char **source, int *line, const char **function, const char **data, int *flags)) \
    X(const char *, ERR_reason_error_string, (unsigned long))                                 \
    X(void, NCONF_free, (conf_st *))                                                          \
    X(char *, NCONF_get_string, (const conf_st *, const char *section, const char *name))     \
    X(int, NCONF_load, (conf_st *, const char *file, long *line))                             \
    X(conf_st *, NCONF_new_ex, (ossl_lib_ctx_st *, conf_method_st *))                         \
    X(ossl_lib_ctx_st *, OSSL_LIB_CTX_new, ())                                                \
    X(void, OSSL_LIB_CTX_free, (ossl_lib_ctx_st *))                                           \
    X(int, OSSL_PROVIDER_do_all,                                                              \
      (ossl_lib_ctx_st *, int (*visit)(ossl_provider_st *, void *argument), void *))          \
    X(const char *, OSSL_PROVIDER_get0_name, (const ossl_provider_st *))                      \
    X(ossl_provider_st *, OSSL_PROVIDER_load, (ossl_lib_ctx_st *, const char *name))          \
    X(int, OSSL_PROVIDER_set_default_search_path, (ossl_lib_ctx_st *, const char *folder))    \
    X(const char *, OpenSSL_version, (int what))                                              \
    OG_OPENSSL_ALGORITHM(X, EVP_MD, evp_md_st)                                                \
    OG_OPENSSL_ALGORITHM(X, EVP_CIPHER, evp_cipher_st)                                        \
    OG_OPENSSL_ALGORITHM(X, EVP_MAC, evp_mac_st)                                              \
    OG_OPENSSL_ALGORITHM(X, EVP_KDF, evp_kdf_st)

// The functions, each under its OpenSSL name.
struct OpensslFunctions {
#define OG_MEMBER(result, name, parameters) result(*name) parameters;
    OG_OPENSSL_FUNCTIONS(OG_MEMBER)
#undef OG_MEMBER
};

// The first argument of OpenSSL_version for a text such as "OpenSSL 3.0.19 27 Jan 2026".
inline constexpr int openssl_version_text = 0;

// Loads libcrypto of OpenSSL 3 or a later one, which is never unloaded. Returns nullptr and sets why if there
// is none, or a function is missing.
const OpensslFunctions *load_openssl(std::string &why);

}  // namespace og::cli
