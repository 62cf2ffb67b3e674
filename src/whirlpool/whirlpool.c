/* SPDX-License-Identifier: MIT */
/* Whirlpool of one message, in updates or in one call, on top of the kernels of whirlpool.blocks. */
#include <oldguard/whirlpool.h>

#include <string.h>

#include "core/ranges.h"
#include "core/upper_halves.h"
#include "core/wipe.h"
#include "whirlpool/whirlpool_byte.h"
#include "whirlpool/whirlpool_message.h"

/* A chaining value and the kernel that compresses blocks into it. */
typedef struct chain {
    og_whirlpool_blocks_fn *kernel;
    uint8_t *cv;
} chain;

/* Compresses n blocks into the chaining value; an og_compress_fn. */
static inline void compress(void *to, const uint8_t *blocks, size_t n) {
    const chain *c = to;
    c->kernel(c->cv, blocks, n);
}

/* Pads the last size < 64 bytes of a message, as og_whirlpool_pad does. */
OG_LEAF size_t pad(uint8_t last[128], const uint8_t *tail, size_t size, const uint64_t bits[4]) {
    return og_whirlpool_pad(last, tail, size % 64, bits);
}

/* Writes the digest. */
OG_LEAF void end(uint8_t digest[64], const uint8_t cv[64]) { memcpy(digest, cv, 64); }

int og_whirlpool_init(og_whirlpool_ctx *ctx) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    memset(ctx, 0, sizeof *ctx); /* the first chaining value is zero */
    return og_whirlpool_kernel(0) != NULL ? OG_OK : og_dispatch_status();
}

int og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t size) {
    og_clear_upper_halves();
    if (ctx == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (size == 0) {
        return OG_OK;
    }
    if (!og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    chain to = {og_whirlpool_kernel(size), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    const size_t held = ctx->bits[0] / 8 % 64;
    if (!og_whirlpool_count(ctx->bits, size)) {
        return OG_ERR_TOO_LONG;
    }
    og_update_blocks(ctx->tail, held, data, size, compress, &to);
    return OG_OK;
}

int og_whirlpool_final(og_whirlpool_ctx *ctx, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]) {
    og_clear_upper_halves();
    if (ctx == NULL || digest == NULL) {
        return OG_ERR_NULL;
    }
    og_whirlpool_blocks_fn *kernel = og_whirlpool_kernel(0);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    uint8_t last[128];
    const size_t n = pad(last, ctx->tail, ctx->bits[0] / 8, ctx->bits);
    kernel(ctx->cv, last, n);
    end(digest, ctx->cv);
    og_wipe(last, 64 * n);
    og_wipe(ctx, sizeof *ctx);
    og_burn_leaf();
    return OG_OK;
}

/* Hashes a message. cv, the chaining value of `to`, gets the digest. */
static inline void hash(og_compress_fn *compress_blocks, void *to, uint8_t cv[64], const void *data,
                        size_t size) {
    og_clear_upper_halves();
    uint64_t bits[4] = {0};
    uint8_t last[128];
    const uint8_t *tail = data;
    memset(cv, 0, 64);
    og_whirlpool_count(bits, size);
    if (size >= 64) {
        compress_blocks(to, data, size / 64);
        tail += size - size % 64;
    }
    const size_t n = pad(last, tail, size, bits);
    compress_blocks(to, last, n);
    og_wipe(last, 64 * n);
}

static int hash_one(const void *data, size_t size, uint8_t digest[64]) {
    uint8_t cv[64];
    chain to = {og_whirlpool_kernel(size), cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    hash(compress, &to, cv, data, size);
    end(digest, cv);
    og_wipe(cv, sizeof cv);
    og_burn_leaf();
    return OG_OK;
}

int og_whirlpool(const void *data, size_t size, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]) {
    if (digest == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    return hash_one(data, size, digest);
}

/* A chaining value of a version, for the reference kernel. */
typedef struct version_chain {
    og_whirlpool_version version;
    uint8_t cv[64];
} version_chain;

static void compress_version(void *to, const uint8_t *blocks, size_t n) {
    version_chain *c = to;
    og_whirlpool_byte_blocks(c->version, c->cv, blocks, n);
}

OG_CLEARED(og_burn_stack, og_whirlpool_of_version,
           (og_whirlpool_version version, const void *data, size_t size,
            uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]),
           (version, data, size, digest)) {
    if (digest == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if ((unsigned)version > OG_WHIRLPOOL_FINAL) {
        return OG_ERR_ARGUMENT;
    }
    if (!og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    version_chain to = {version, {0}};
    hash(compress_version, &to, to.cv, data, size);
    memcpy(digest, to.cv, 64);
    og_wipe(&to, sizeof to);
    return OG_OK;
}
