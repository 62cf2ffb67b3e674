// SPDX-License-Identifier: MIT
// OpenSSL's libcrypto, version 3, loaded when a subcommand needs it: nothing else of the command
// waits for it to start, or cannot be installed without it.
#pragma once

#include <cstddef>
#include <string_view>

// OpenSSL's own tags, so that the pointers below have OpenSSL's own types; tests/command compares
// them with its headers.
struct engine_st;
struct evp_cipher_ctx_st;
struct evp_cipher_st;
struct evp_md_st;

namespace og::cli {

// The functions in use, each under its name.
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

// What EVP_CIPHER_CTX_ctrl takes as type: EVP_CTRL_AEAD_SET_TAG.
inline constexpr int ctrl_set_tag = 0x11;

// The functions, loaded for good; nullptr, with the reason printed as from `command`, where they
// are not all there.
const Libcrypto *load_libcrypto(std::string_view command);

}  // namespace og::cli
