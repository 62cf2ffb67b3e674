/* SPDX-License-Identifier: MIT */
/* HMAC (FIPS 198-1 section 4) with SHA-1 and Whirlpool. */
#include <oldguard/kdf.h>

#include <string.h>

#include "core/wipe.h"
#include "kdf/any_hash.h"

#define BLOCK OG_HASH_BLOCK /* B in the standard */

size_t og_hash_size(og_hash hash) {
    switch (hash) {
#ifndef OLDGUARD_NO_SHA1
    case OG_HASH_SHA1:
        return OG_SHA1_DIGEST_SIZE;
#endif
#ifndef OLDGUARD_NO_WHIRLPOOL
    case OG_HASH_WHIRLPOOL:
        return OG_WHIRLPOOL_DIGEST_SIZE;
#endif
    default:
        return 0;
    }
}

/* XORs each byte of a key with pad. */
OG_LEAF void pad_key(uint8_t *restrict block, const uint8_t *restrict key, uint8_t pad) {
    for (unsigned i = 0; i < BLOCK; i++) {
        block[i] = key[i] ^ pad;
    }
}

/* Starts a hash with the block (key XOR pad). */
static int start(og_hash hash, union og_hash_ctx *ctx, const uint8_t key[BLOCK], uint8_t pad) {
    uint8_t block[BLOCK];
    pad_key(block, key, pad);
    int status = og_any_init(hash, ctx);
    if (status == OG_OK) {
        status = og_any_update(hash, ctx, block, BLOCK);
    }
    og_wipe(block, sizeof block);
    return status;
}

/* Writes the key as one block (steps 1 to 3). A longer key is hashed first. */
static int fit_key(og_hash hash, const void *key, size_t key_size, uint8_t block[BLOCK]) {
    memset(block, 0, BLOCK);
    if (key_size > BLOCK) {
        return og_any_once(hash, key, key_size, block);
    }
    if (key_size > 0) {
        memcpy(block, key, key_size);
    }
    return OG_OK;
}

int og_hmac_init(og_hmac_ctx *ctx, og_hash hash, const void *key, size_t key_size) {
    if (ctx == NULL || (key == NULL && key_size > 0)) {
        return OG_ERR_NULL;
    }
    if (og_hash_size(hash) == 0) {
        return OG_ERR_ARGUMENT;
    }
    uint8_t block[BLOCK];
    memset(ctx, 0, sizeof *ctx);
    ctx->hash = hash;
    int status = fit_key(hash, key, key_size, block);
    if (status == OG_OK) {
        status = start(hash, &ctx->inner, block, 0x36);
    }
    if (status == OG_OK) {
        status = start(hash, &ctx->outer, block, 0x5c);
    }
    og_wipe(block, sizeof block);
    og_burn_leaf();
    if (status != OG_OK) {
        og_wipe(ctx, sizeof *ctx);
    }
    return status;
}

int og_hmac_update(og_hmac_ctx *ctx, const void *data, size_t size) {
    return ctx == NULL ? OG_ERR_NULL : og_any_update(ctx->hash, &ctx->inner, data, size);
}

int og_hmac_final(og_hmac_ctx *ctx, uint8_t *mac) {
    if (ctx == NULL || mac == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE];
    int status = og_any_final(ctx->hash, &ctx->inner, digest);
    if (status == OG_OK) {
        status = og_any_update(ctx->hash, &ctx->outer, digest, og_hash_size(ctx->hash));
    }
    if (status == OG_OK) {
        status = og_any_final(ctx->hash, &ctx->outer, mac);
    }
    og_wipe(digest, sizeof digest);
    og_wipe(ctx, sizeof *ctx);
    return status;
}

void og_hmac_wipe(og_hmac_ctx *ctx) {
    if (ctx != NULL) {
        og_wipe(ctx, sizeof *ctx);
    }
}

int og_hmac(og_hash hash, const void *key, size_t key_size, const void *data, size_t size, uint8_t *mac) {
    if (mac == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    og_hmac_ctx ctx;
    int status = og_hmac_init(&ctx, hash, key, key_size);
    if (status == OG_OK) {
        status = og_hmac_update(&ctx, data, size);
    }
    if (status == OG_OK) {
        status = og_hmac_final(&ctx, mac);
    }
    og_wipe(&ctx, sizeof ctx);
    return status;
}
