// SPDX-License-Identifier: MIT
// Loads libcrypto of OpenSSL 3 when a subcommand needs it, so that the other subcommands start faster and can
// be installed without it.
#pragma once

#include <cstddef>
#include <string_view>

// The struct tags of OpenSSL, so that the pointers below have OpenSSL's types.
// tests/command/libcrypto_types.cpp compares them with OpenSSL's headers.
struct engine_st;
struct evp_cipher_ctx_st;
struct evp_cipher_st;
struct evp_md_st;

namespace og::cli {

// The functions that are used, each under its OpenSSL name.
struct Libcrypto {
    evp_cipher_ctx_st *(*EVP_CIPHER_CTX_new)();
    void (*EVP_CIPHER_CTX_free)(evp_cipher_ctx_st *);
    int (*EVP_CIPHER_CTX_ctrl)(evp_cipher_ctx_st *, int type, int arg, void *);
    const evp_cipher_st *(*EVP_aes_256_gcm)();
    int (*EVP_DecryptInit_ex)(evp_cipher_ctx_st *, const evp_cipher_st *, engine_st *,
                              const unsigned char *key, const unsigned char *iv);
    int (*EVP_DecryptUpdate)(evp_cipher_ctx_st *, unsigned char *out, int *out_size, const unsigned char *in,
                             int size);
    int (*EVP_DecryptFinal_ex)(evp_cipher_ctx_st *, unsigned char *out, int *out_size);
    const evp_md_st *(*EVP_sha256)();
    unsigned char *(*HMAC)(const evp_md_st *, const void *key, int key_size, const unsigned char *data,
                           std::size_t size, unsigned char *mac, unsigned int *mac_size);
};

// The type EVP_CTRL_AEAD_SET_TAG of EVP_CIPHER_CTX_ctrl.
inline constexpr int ctrl_set_tag = 0x11;

// Loads the functions, which are never unloaded. Prints the reason and returns nullptr if the library or one
// of them is missing.
const Libcrypto *load_libcrypto(std::string_view command);

}  // namespace og::cli
