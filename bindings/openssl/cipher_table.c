/* SPDX-License-Identifier: MIT */
/* The ciphers of the provider, with the names of the default and the legacy provider. */
#include "algorithms.h"

#include <openssl/core_dispatch.h>
#include <openssl/evp.h>

#include "cipher.h"

/* X(identifier, og_des_cipher, og_des_mode, mode of EVP, functions, bytes of the IV, names). A core refuses a
 * list of names that contradicts those of another provider. */
#define CIPHERS(X)                                                                          \
    X(des_ecb, OG_DES, OG_ECB, ECB, block, 0, "DES-ECB:1.3.14.3.2.6")                       \
    X(des_cbc, OG_DES, OG_CBC, CBC, block, 8, "DES-CBC:DES:1.3.14.3.2.7")                   \
    X(des_ofb, OG_DES, OG_OFB, OFB, stream, 8, "DES-OFB:1.3.14.3.2.8")                      \
    X(des_cfb, OG_DES, OG_CFB64, CFB, stream, 8, "DES-CFB:1.3.14.3.2.9")                    \
    X(des_cfb1, OG_DES, OG_CFB1, CFB, stream, 8, "DES-CFB1")                                \
    X(des_cfb8, OG_DES, OG_CFB8, CFB, stream, 8, "DES-CFB8")                                \
    X(ede_ecb, OG_DES_EDE, OG_ECB, ECB, block, 0, "DES-EDE-ECB:DES-EDE:1.3.14.3.2.17")      \
    X(ede_cbc, OG_DES_EDE, OG_CBC, CBC, block, 8, "DES-EDE-CBC")                            \
    X(ede_ofb, OG_DES_EDE, OG_OFB, OFB, stream, 8, "DES-EDE-OFB")                           \
    X(ede_cfb, OG_DES_EDE, OG_CFB64, CFB, stream, 8, "DES-EDE-CFB")                         \
    X(ede3_ecb, OG_DES_EDE3, OG_ECB, ECB, block, 0, "DES-EDE3-ECB:DES-EDE3")                \
    X(ede3_cbc, OG_DES_EDE3, OG_CBC, CBC, block, 8, "DES-EDE3-CBC:DES3:1.2.840.113549.3.7") \
    X(ede3_ofb, OG_DES_EDE3, OG_OFB, OFB, stream, 8, "DES-EDE3-OFB")                        \
    X(ede3_cfb, OG_DES_EDE3, OG_CFB64, CFB, stream, 8, "DES-EDE3-CFB")                      \
    X(ede3_cfb8, OG_DES_EDE3, OG_CFB8, CFB, stream, 8, "DES-EDE3-CFB8")                     \
    X(ede3_cfb1, OG_DES_EDE3, OG_CFB1, CFB, stream, 8, "DES-EDE3-CFB1")                     \
    X(ede3_wrap, OG_DES_EDE3, OG_CBC, WRAP, wrap, 0,                                        \
      "DES3-WRAP:id-smime-alg-CMS3DESwrap:1.2.840.113549.1.9.16.3.6")                       \
    X(desx_cbc, OG_DESX, OG_CBC, CBC, block, 8, "DESX-CBC:DESX")

enum { block_size = 8, stream_size = 1, wrap_size = 8 };

/* The functions that differ between the kinds of modes. */
#define FUNCTIONS_block                                                                                     \
    {OSSL_FUNC_CIPHER_UPDATE, (ogp_fn)ogp_block_update}, {OSSL_FUNC_CIPHER_FINAL, (ogp_fn)ogp_block_final}, \
    {                                                                                                       \
        OSSL_FUNC_CIPHER_CIPHER, (ogp_fn)ogp_cipher_once                                                    \
    }
#define FUNCTIONS_stream                                      \
    {OSSL_FUNC_CIPHER_UPDATE, (ogp_fn)ogp_stream_update},     \
        {OSSL_FUNC_CIPHER_FINAL, (ogp_fn)ogp_stream_final}, { \
        OSSL_FUNC_CIPHER_CIPHER, (ogp_fn)ogp_cipher_once      \
    }
#define FUNCTIONS_wrap                                                                                      \
    {OSSL_FUNC_CIPHER_UPDATE, (ogp_fn)ogp_wrap_update}, {OSSL_FUNC_CIPHER_FINAL, (ogp_fn)ogp_stream_final}, \
    {                                                                                                       \
        OSSL_FUNC_CIPHER_CIPHER, (ogp_fn)ogp_wrap_update                                                    \
    }

#define DEFINE(id, cipher, mode, evp_mode, kind, iv_size, names)                                   \
    static const ogp_cipher id = {cipher, mode, EVP_CIPH_##evp_mode##_MODE, kind##_size, iv_size}; \
    static void *id##_new(void *provider) { return ogp_cipher_new(provider, &id); }                \
    static int id##_get_params(OSSL_PARAM params[]) { return ogp_cipher_get_params(&id, params); } \
    static const OSSL_DISPATCH id##_functions[] = {                                                \
        {OSSL_FUNC_CIPHER_NEWCTX, (ogp_fn)id##_new},                                               \
        {OSSL_FUNC_CIPHER_FREECTX, (ogp_fn)ogp_cipher_free},                                       \
        {OSSL_FUNC_CIPHER_DUPCTX, (ogp_fn)ogp_cipher_dup},                                         \
        {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (ogp_fn)ogp_cipher_encrypt_init},                          \
        {OSSL_FUNC_CIPHER_DECRYPT_INIT, (ogp_fn)ogp_cipher_decrypt_init},                          \
        FUNCTIONS_##kind,                                                                          \
        {OSSL_FUNC_CIPHER_GET_PARAMS, (ogp_fn)id##_get_params},                                    \
        {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (ogp_fn)ogp_cipher_gettable},                           \
        {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (ogp_fn)ogp_cipher_get_ctx_params},                      \
        {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (ogp_fn)ogp_cipher_gettable_ctx},                   \
        {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (ogp_fn)ogp_cipher_set_ctx_params},                      \
        {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (ogp_fn)ogp_cipher_settable_ctx},                   \
        {0, NULL},                                                                                 \
    };
CIPHERS(DEFINE)
#undef DEFINE

#define ALGORITHM(id, cipher, mode, evp_mode, kind, iv_size, names) \
    {names, OGP_PROPERTIES, id##_functions, "oldguard"},
const OSSL_ALGORITHM ogp_ciphers[] = {
    CIPHERS(ALGORITHM){NULL, NULL, NULL, NULL},
};
#undef ALGORITHM
