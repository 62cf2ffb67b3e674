/* SPDX-License-Identifier: MIT */
/* A cipher of the provider and its context. Function names are those of OSSL_FUNC_cipher_*. */
#ifndef OG_OPENSSL_CIPHER_H
#define OG_OPENSSL_CIPHER_H

#include <oldguard/des.h>

#include "core.h"

/* The largest MAC of a TLS record, EVP_MAX_MD_SIZE. */
#define OGP_MAC_MOST 64

/* The most bytes of a call. libcrypto converts a negative number of its caller to a larger one. */
#define OGP_SIZE_MOST (SIZE_MAX / 2)

/* A cipher in a mode. */
typedef struct ogp_cipher {
    og_des_cipher cipher;
    og_des_mode mode;
    unsigned evp_mode; /* EVP_CIPH_*_MODE */
    size_t block;      /* 8, or 1 for a mode that takes any number of bytes */
    size_t iv_size;    /* 8, or 0 for ECB and key wrap */
} ogp_cipher;

typedef struct ogp_cipher_ctx {
    const ogp_provider *provider;
    const ogp_cipher *spec;
    og_des_ctx des;        /* valid if has_key */
    uint8_t iv[8];         /* of the last init that had one, otherwise zeros */
    uint8_t updated_iv[8]; /* what the parameter of this name pointed to last */
    uint8_t has_key, has_iv, encrypt, padding, use_bits;
    unsigned num; /* the parameter of modes in which it has no meaning */
    /* ECB and CBC: the bytes that wait for a whole block, or for the end in decryption with padding */
    uint8_t held[OG_DES_BLOCK_SIZE];
    size_t held_size;
    /* TLS records, if tls_version is not 0 */
    unsigned tls_version;
    size_t tls_mac_size;
    uint8_t tls_mac[OGP_MAC_MOST];    /* of the last record */
    uint8_t tls_random[OGP_MAC_MOST]; /* takes its place if the padding is wrong */
} ogp_cipher_ctx;

/* cipher_context.c */
void *ogp_cipher_new(void *provider, const ogp_cipher *spec);
void ogp_cipher_free(void *cipher);
void *ogp_cipher_dup(void *cipher);
int ogp_cipher_encrypt_init(void *cipher, const unsigned char *key, size_t key_size, const unsigned char *iv,
                            size_t iv_size, const OSSL_PARAM params[]);
int ogp_cipher_decrypt_init(void *cipher, const unsigned char *key, size_t key_size, const unsigned char *iv,
                            size_t iv_size, const OSSL_PARAM params[]);
/* Raises an error and returns 0 if the context has no key. */
int ogp_cipher_has_key(const ogp_cipher_ctx *ctx);
/* Encrypts or decrypts size bytes, or raises an error and returns 0. */
int ogp_cipher_run(ogp_cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size);

/* cipher_params.c */
int ogp_cipher_get_params(const ogp_cipher *spec, OSSL_PARAM params[]);
const OSSL_PARAM *ogp_cipher_gettable(void *provider);
int ogp_cipher_get_ctx_params(void *cipher, OSSL_PARAM params[]);
const OSSL_PARAM *ogp_cipher_gettable_ctx(void *cipher, void *provider);
int ogp_cipher_set_ctx_params(void *cipher, const OSSL_PARAM params[]);
const OSSL_PARAM *ogp_cipher_settable_ctx(void *cipher, void *provider);

/* cipher_block.c: ECB and CBC */
int ogp_block_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                     size_t size);
int ogp_block_final(void *cipher, unsigned char *out, size_t *written, size_t room);

/* cipher_stream.c: OFB and CFB, and all modes in one call */
int ogp_stream_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                      size_t size);
int ogp_stream_final(void *cipher, unsigned char *out, size_t *written, size_t room);
int ogp_cipher_once(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                    size_t size);

/* cipher_tls.c: encrypts or decrypts a TLS record in place */
int ogp_tls_record(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room,
                   const unsigned char *in, size_t size);

/* cipher_wrap.c: DES3-WRAP */
int ogp_wrap_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                    size_t size);

#endif
