/* SPDX-License-Identifier: MIT */
/* The algorithms of oldguard.Hash as tables of functions over one type of context. */
#include "hash.h"

/* A Python object and the bytes that it was made from are not wiped either, so contexts with detection, which
 * is for public data, are not. A short message takes less time. */
#define DETECT OG_SHA1DC_NO_WIPE

static int sha1_init(context *ctx) { return og_sha1_init(&ctx->sha1); }

static int sha1_update(context *ctx, const void *data, size_t size) {
    return og_sha1_update(&ctx->sha1, data, size);
}

static int sha1_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_sha1_final(&ctx->sha1, digest);
}

static int sha1_hash(const void *data, size_t size, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_sha1(data, size, digest);
}

static int sha1_save(const context *ctx, uint8_t *state) { return og_sha1_export(&ctx->sha1, state); }

static int sha1_restore(context *ctx, const uint8_t *state) { return og_sha1_import(&ctx->sha1, state); }

static int sha1dc_init(context *ctx) { return og_sha1dc_init(&ctx->sha1dc, DETECT); }

static int mitigate_init(context *ctx) { return og_sha1dc_init(&ctx->sha1dc, DETECT | OG_SHA1DC_SAFE_HASH); }

static int sha1dc_update(context *ctx, const void *data, size_t size) {
    return og_sha1dc_update(&ctx->sha1dc, data, size);
}

static int sha1dc_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    return og_sha1dc_final(&ctx->sha1dc, digest, verdict);
}

static int sha1dc_hash(const void *data, size_t size, uint8_t *digest, og_sha1dc_verdict *verdict) {
    return og_sha1dc(data, size, DETECT, digest, verdict);
}

static int mitigate_hash(const void *data, size_t size, uint8_t *digest, og_sha1dc_verdict *verdict) {
    return og_sha1dc(data, size, DETECT | OG_SHA1DC_SAFE_HASH, digest, verdict);
}

static int sha1dc_save(const context *ctx, uint8_t *state) { return og_sha1dc_export(&ctx->sha1dc, state); }

static int sha1dc_restore(context *ctx, const uint8_t *state) {
    return og_sha1dc_import(&ctx->sha1dc, state);
}

static int whirlpool_init(context *ctx) { return og_whirlpool_init(&ctx->whirlpool); }

static int whirlpool_update(context *ctx, const void *data, size_t size) {
    return og_whirlpool_update(&ctx->whirlpool, data, size);
}

static int whirlpool_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_whirlpool_final(&ctx->whirlpool, digest);
}

static int whirlpool_hash(const void *data, size_t size, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_whirlpool(data, size, digest);
}

static int whirlpool_save(const context *ctx, uint8_t *state) {
    return og_whirlpool_export(&ctx->whirlpool, state);
}

static int whirlpool_restore(context *ctx, const uint8_t *state) {
    return og_whirlpool_import(&ctx->whirlpool, state);
}

#define FUNCTIONS(init, of, hash) init, of##_update, of##_final, hash, of##_save, of##_restore
#define SIZES(OF, of) OG_##OF##_STATE_SIZE, sizeof(og_##of##_ctx)

const algorithm sha1 = {
    "sha1", OG_SHA1_DIGEST_SIZE, SIZES(SHA1, sha1), 0, 0, FUNCTIONS(sha1_init, sha1, sha1_hash)};
const algorithm sha1dc = {
    "sha1", OG_SHA1_DIGEST_SIZE, SIZES(SHA1DC, sha1dc), 1, 1, FUNCTIONS(sha1dc_init, sha1dc, sha1dc_hash)};
const algorithm sha1dc_mitigate = {"sha1",
                                   OG_SHA1_DIGEST_SIZE,
                                   SIZES(SHA1DC, sha1dc),
                                   1,
                                   0,
                                   FUNCTIONS(mitigate_init, sha1dc, mitigate_hash)};
const algorithm whirlpool = {"whirlpool",
                             OG_WHIRLPOOL_DIGEST_SIZE,
                             SIZES(WHIRLPOOL, whirlpool),
                             0,
                             0,
                             FUNCTIONS(whirlpool_init, whirlpool, whirlpool_hash)};
