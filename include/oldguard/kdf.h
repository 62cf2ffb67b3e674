/* SPDX-License-Identifier: MIT */
/*
 * HMAC (FIPS 198-1, RFC 2104) and PBKDF2 (RFC 8018 section 5.2) over SHA-1 and Whirlpool.
 *
 * HMAC-SHA1 is not broken as SHA-1 is, but it has no place in anything new either.
 *
 * Thread safety: one context belongs to one thread at a time. All functions return OG_OK or a
 * negative og_status; contexts and intermediate values are wiped.
 */
#ifndef OLDGUARD_KDF_H
#define OLDGUARD_KDF_H

#include <stddef.h>
#include <stdint.h>

#include "sha1.h"
#include "status.h"
#include "whirlpool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum og_hash { OG_HASH_SHA1 = 0, OG_HASH_WHIRLPOOL = 1 } og_hash;

/* Bytes of a digest, and so of a MAC: 20 or 64; 0 for a value outside the enumeration. */
OG_API size_t og_hash_size(og_hash hash);

/* Streaming HMAC. The fields are private; the size is part of the ABI. */
typedef struct og_hmac_ctx {
    og_hash hash;
    union og_hash_ctx {
        og_sha1_ctx sha1;
        og_whirlpool_ctx whirlpool;
    } inner, outer; /* each has taken its padded key, one block */
} og_hmac_ctx;

/* Starts a message under a key of any size; key may be NULL when key_size is 0. */
OG_API int og_hmac_init(og_hmac_ctx *ctx, og_hash hash, const void *key, size_t key_size);

/* Takes size bytes more; data may be NULL when size is 0. */
OG_API int og_hmac_update(og_hmac_ctx *ctx, const void *data, size_t size);

/* Writes og_hash_size bytes and wipes the context. */
OG_API int og_hmac_final(og_hmac_ctx *ctx, uint8_t *mac);

/* The whole message at once. */
OG_API int og_hmac(og_hash hash, const void *key, size_t key_size, const void *data, size_t size,
                   uint8_t *mac);

/*
 * PBKDF2 with HMAC as its pseudorandom function: out_size bytes from a password and a salt, either
 * of which may be empty (and then NULL). out may overlap the password, but not the salt, which is read
 * again for each part of out.
 *
 * OG_ERR_ARGUMENT for 0 iterations, OG_ERR_LENGTH for an output of 0 bytes (both are positive
 * integers in the RFC), OG_ERR_TOO_LONG for one beyond (2^32 - 1) digests ("derived key too long").
 * On any error out is left unwritten.
 */
OG_API int og_pbkdf2(og_hash hash, const void *password, size_t password_size, const void *salt,
                     size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size);

#ifdef __cplusplus
}
#endif
#endif
