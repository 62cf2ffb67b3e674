/* SPDX-License-Identifier: MIT */
/*
 * HMAC (FIPS 198-1 section 4; RFC 2104), PBKDF2 (RFC 8018 section 5.2) and the key derivation of PKCS #12
 * (RFC 7292 appendix B) with SHA-1 and Whirlpool.
 *
 * The collision attacks on SHA-1 do not break HMAC-SHA1. Still, use it only for existing data.
 *
 * Sizes are in bytes. All functions return OG_OK or a negative og_status unless they say otherwise. A NULL
 * pointer gives OG_ERR_NULL unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are
 * possible from each of these. Intermediate values are wiped. No function allocates memory.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent. The
 * functions without a context keep no state.
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

/* The hashes of HMAC and of the key derivations. */
typedef enum og_hash { OG_HASH_SHA1 = 0, OG_HASH_WHIRLPOOL = 1 } og_hash;

#if !defined OLDGUARD_NO_SHA1 || !defined OLDGUARD_NO_WHIRLPOOL

/* Returns the size of a digest and of a MAC in bytes: 20 or 64, or 0 for an unknown hash. */
OG_API size_t og_hash_size(og_hash hash);

/* The state of one message. The fields are private; the size is part of the ABI.
 *
 * A context has no pointers and may be copied as plain memory (struct assignment or memcpy). The copy has the
 * same key and the same message so far, and both can continue independently. A copy of a context right after
 * og_hmac_init starts another message under the same key without the two compressions of the key. Wipe each
 * context with og_hmac_final or og_hmac_wipe. */
typedef struct og_hmac_ctx {
    og_hash hash;
    union og_hash_ctx {
        og_sha1_ctx sha1;
        og_whirlpool_ctx whirlpool;
    } inner, outer; /* each starts with its padded key, one block */
} og_hmac_ctx;

/* Starts a message. key has key_size bytes, any number; it may be NULL if key_size is 0. OG_ERR_ARGUMENT for
 * an unknown hash, OG_ERR_TOO_LONG if the hash cannot take a key of that size. An error wipes the context,
 * except OG_ERR_NULL and OG_ERR_ARGUMENT, which leave it unchanged. */
OG_API int og_hmac_init(og_hmac_ctx *ctx, og_hash hash, const void *key, size_t key_size);

/* Appends size bytes to the message. data may be NULL if size is 0. OG_ERR_TOO_LONG as for the hash. */
OG_API int og_hmac_update(og_hmac_ctx *ctx, const void *data, size_t size);

/* Writes the MAC to mac, og_hash_size(hash) bytes for the hash of og_hmac_init, and wipes the context. */
OG_API int og_hmac_final(og_hmac_ctx *ctx, uint8_t *mac);

/* Wipes a context. Does nothing for NULL. */
OG_API void og_hmac_wipe(og_hmac_ctx *ctx);

/* Computes the MAC of a message in one call. mac gets og_hash_size(hash) bytes. The errors are those of
 * og_hmac_init and og_hmac_update. */
OG_API int og_hmac(og_hash hash, const void *key, size_t key_size, const void *data, size_t size,
                   uint8_t *mac);

/*
 * Derives out_size bytes from a password and a salt with PBKDF2 and HMAC. password and salt may be empty, and
 * then NULL. out may overlap the password, but not the salt.
 *
 * OG_ERR_ARGUMENT for 0 iterations or an unknown hash, OG_ERR_LENGTH if out_size is 0, OG_ERR_TOO_LONG if
 * out_size exceeds 2^32 - 1 digests ("derived key too long") or if an argument exceeds the address space.
 * OG_ERR_ARGUMENT also if out overlaps the salt. These errors leave out unwritten.
 */
OG_API int og_pbkdf2(og_hash hash, const void *password, size_t password_size, const void *salt,
                     size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size);

/* One derivation of og_pbkdf2_many: the arguments of og_pbkdf2. */
typedef struct og_pbkdf2_derivation {
    const void *password;
    size_t password_size;
    const void *salt;
    size_t salt_size;
    uint64_t iterations;
    uint8_t *out;
    size_t out_size;
} og_pbkdf2_derivation;

/* Makes n derivations, such as those of the rows of a password table. The results are those of og_pbkdf2. The
 * output blocks of all derivations run in the lanes of a kernel (pbkdf2.sha1_lanes, sha1.lanes,
 * pbkdf2.whirlpool_blocks). Blocks with the same number of iterations keep the lanes full. No out may overlap
 * a password, a salt or another out. derivations may be NULL if n is 0.
 *
 * Errors are those of og_pbkdf2. OG_ERR_ARGUMENT for an unknown hash also if n is 0, and if an out overlaps
 * its salt or the array of derivations. Other overlaps are not detected. OG_ERR_TOO_LONG also if n exceeds
 * the address space. All arguments are checked before the first output is written. bad: status.h. */
OG_API int og_pbkdf2_many(og_hash hash, const og_pbkdf2_derivation *derivations, size_t n, size_t *bad);

/* The purpose of the derived bytes: ID of RFC 7292 appendix B.3. */
enum { OG_PKCS12_KEY = 1, OG_PKCS12_IV = 2, OG_PKCS12_MAC = 3 };

/*
 * Derives out_size bytes from a password and a salt as PKCS #12 files do (RFC 7292 appendix B.2).
 *
 * password is a BMPString (RFC 7292 appendix B.1): two bytes for each character, most significant first, then
 * two zero bytes. The function does not convert or check it. password and salt may be empty, and then NULL.
 * Neither may overlap out, because both are read again for each digest of out.
 *
 * OG_ERR_ARGUMENT for another id, 0 iterations, an unknown hash or an overlap, OG_ERR_LENGTH if out_size is
 * 0, OG_ERR_TOO_LONG if an argument exceeds the address space. These errors leave out unwritten.
 */
OG_API int og_pkcs12_kdf(og_hash hash, int id, const void *password, size_t password_size, const void *salt,
                         size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size);

/* One derivation of og_pkcs12_kdf_many: the arguments of og_pkcs12_kdf. */
typedef struct og_pkcs12_derivation {
    int id;
    const void *password;
    size_t password_size;
    const void *salt;
    size_t salt_size;
    uint8_t *out;
    size_t out_size;
} og_pkcs12_derivation;

/* Makes n derivations with the same number of iterations, such as the key, the IV and the MAC key of a file,
 * or the key under many passwords. The results are those of og_pkcs12_kdf. Several derivations run at a time
 * in the lanes of a multi-buffer kernel (sha1.lanes, whirlpool.lanes). Within one derivation each digest
 * waits for the one before. derivations may be NULL if n is 0. No out may overlap a password, a salt, another
 * out or the array of derivations. The errors are those of og_pkcs12_kdf, and OG_ERR_ARGUMENT if an out
 * overlaps the array. An overlap with another derivation is not detected. All arguments are checked before
 * the first output is written. bad: status.h. */
OG_API int og_pkcs12_kdf_many(og_hash hash, uint64_t iterations, const og_pkcs12_derivation *derivations,
                              size_t n, size_t *bad);

#endif /* SHA-1 or Whirlpool */

#ifdef __cplusplus
}
#endif
#endif
