/* SPDX-License-Identifier: MIT */
/* Gives SHA-1 and Whirlpool one interface for HMAC and PKCS #12. */
#ifndef OG_KDF_ANY_HASH_H
#define OG_KDF_ANY_HASH_H

#include <oldguard/kdf.h>

/* Both hash functions have blocks of 64 bytes. */
#define OG_HASH_BLOCK 64

/* Evaluates the expression of a hash that the library has. og_hash_size is 0 for every other hash. */
#if defined OLDGUARD_NO_WHIRLPOOL
#define OG_BY_HASH(hash, of_sha1, of_whirlpool) ((void)(hash), of_sha1)
#elif defined OLDGUARD_NO_SHA1
#define OG_BY_HASH(hash, of_sha1, of_whirlpool) ((void)(hash), of_whirlpool)
#else
#define OG_BY_HASH(hash, of_sha1, of_whirlpool) ((hash) == OG_HASH_SHA1 ? (of_sha1) : (of_whirlpool))
#endif

/* Returns the most bytes of a message (FIPS 180-4 section 1). No size reaches the limit of Whirlpool. */
static inline uint64_t og_any_most(og_hash hash) {
    return OG_BY_HASH(hash, (UINT64_C(1) << 61) - 1, UINT64_MAX);
}

static inline int og_any_init(og_hash hash, union og_hash_ctx *ctx) {
    return OG_BY_HASH(hash, og_sha1_init(&ctx->sha1), og_whirlpool_init(&ctx->whirlpool));
}

static inline int og_any_update(og_hash hash, union og_hash_ctx *ctx, const void *data, size_t size) {
    return OG_BY_HASH(hash, og_sha1_update(&ctx->sha1, data, size),
                      og_whirlpool_update(&ctx->whirlpool, data, size));
}

static inline int og_any_final(og_hash hash, union og_hash_ctx *ctx, uint8_t *digest) {
    return OG_BY_HASH(hash, og_sha1_final(&ctx->sha1, digest), og_whirlpool_final(&ctx->whirlpool, digest));
}

static inline int og_any_once(og_hash hash, const void *data, size_t size, uint8_t *digest) {
    return OG_BY_HASH(hash, og_sha1(data, size, digest), og_whirlpool(data, size, digest));
}

#endif
