/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection of collision attacks: streaming and one-shot. */
#include <oldguard/sha1dc.h>

#include "core/blocks64.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"
#include "sha1/sha1dc_compress.h"
#include "sha1/sha1dc_tables.h"

/* Records a hit in the verdict and reports it to the callback. An og_sha1dc_hit_fn. */
static void report(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                   const og_sha1dc_other *other) {
    og_sha1dc_ctx *ctx = user;
    og_sha1dc_record(&ctx->verdict, block, at, vector, other);
    if (ctx->callback != NULL) {
        og_sha1dc_collision collision = {.at = at, .vector = (int)vector};
        memcpy(collision.cv[0], block->info->cv, sizeof collision.cv[0]);
        memcpy(collision.cv[1], other->cv, sizeof collision.cv[1]);
        memcpy(collision.block[0], block->bytes, 64);
        memcpy(collision.block[1], other->block, 64);
        ctx->callback(ctx->user, &collision);
        og_wipe(&collision, sizeof collision);
    }
}

static int check_flags(unsigned flags) {
    return flags & ~(unsigned)OG_SHA1DC_FLAGS ? OG_ERR_ARGUMENT : OG_OK;
}

static void start(og_sha1dc_ctx *ctx, unsigned flags) {
    memset(ctx, 0, sizeof *ctx);
    og_sha1_start(ctx->cv);
    ctx->flags = flags;
    ctx->verdict.vector = -1;
}

/* Prepares the chain for the next blocks, with kernels for len bytes. */
static int begin(og_sha1dc_chain *chain, og_sha1dc_ctx *ctx, size_t len) {
    chain->cv = ctx->cv;
    chain->flags = ctx->flags;
    chain->at = ctx->bytes - ctx->bytes % 64;
    chain->hit = report;
    chain->user = ctx;
    return og_sha1dc_choose(chain, len);
}

int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags) {
    og_sha1dc_chain chain;
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    if (check_flags(flags) != OG_OK) {
        return OG_ERR_ARGUMENT;
    }
    start(ctx, flags);
    return og_sha1dc_choose(&chain, 0);
}

int og_sha1dc_on_collision(og_sha1dc_ctx *ctx, og_sha1dc_callback *callback, void *user) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    ctx->callback = callback;
    ctx->user = user;
    return OG_OK;
}

int og_sha1dc_update(og_sha1dc_ctx *ctx, const void *data, size_t len) {
    if (ctx == NULL || (data == NULL && len > 0)) {
        return OG_ERR_NULL;
    }
    if (len > OG_SHA1_MAX_BYTES - ctx->bytes) {
        return OG_ERR_TOO_LONG;
    }
    if (len == 0) {
        return OG_OK;
    }
    og_sha1dc_chain chain;
    const int status = begin(&chain, ctx, len);
    if (status != OG_OK) {
        return status;
    }
    og_update_blocks(ctx->tail, ctx->bytes % 64, data, len, og_sha1dc_compress_blocks, &chain);
    ctx->bytes += len;
    return OG_OK;
}

int og_sha1dc_peek(const og_sha1dc_ctx *ctx, og_sha1dc_verdict *verdict) {
    if (ctx == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    *verdict = ctx->verdict;
    return OG_OK;
}

/* Compresses the padded end of a message of `bytes` bytes and writes the digest. tail: its last
 * bytes % 64 bytes. */
static void finish(og_sha1dc_chain *chain, const uint8_t *tail, uint64_t bytes, uint8_t digest[20]) {
    uint8_t last[128];
    const size_t n = og_sha1_pad(last, tail, bytes % 64, bytes);
    og_sha1dc_compress_blocks(chain, last, n);
    og_sha1_digest(digest, chain->cv);
    og_wipe(last, 64 * n);
}

int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdict) {
    if (ctx == NULL || digest == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1dc_chain chain;
    const int status = begin(&chain, ctx, 0);
    if (status != OG_OK) {
        return status;
    }
    finish(&chain, ctx->tail, ctx->bytes, digest);
    *verdict = ctx->verdict;
    og_wipe(ctx, sizeof *ctx);
    return OG_OK;
}

/* Padded messages up to this size are compressed in one call. A second call would cost more than the copy:
 * kernels evaluate the conditions on the last block of a call without rounds beside them. */
#define WHOLE (9 * 64)

/* Hashes a whole message. The arguments have been checked. */
static int whole(const uint8_t *data, size_t len, unsigned flags, uint8_t digest[20],
                 og_sha1dc_verdict *verdict) {
    uint32_t cv[5];
    og_sha1dc_verdict found = {.vector = -1, .at = 0};
    og_sha1dc_chain chain = {.cv = cv, .flags = flags, .at = 0, .hit = og_sha1dc_record, .user = &found};
    const int status = og_sha1dc_choose(&chain, len);
    if (status != OG_OK) {
        return status;
    }
    og_sha1_start(cv);
    if (len <= WHOLE - 9) {
        uint8_t all[WHOLE];
        const size_t n = og_sha1_pad(all, data, len, len);
        og_sha1dc_compress_blocks(&chain, all, n);
        og_sha1_digest(digest, cv);
        og_wipe(all, 64 * n);
    } else {
        og_sha1dc_compress_blocks(&chain, data, len / 64);
        finish(&chain, data + (len - len % 64), len, digest);
    }
    *verdict = found;
    og_wipe(cv, sizeof cv);
    return OG_OK;
}

int og_sha1dc(const void *data, size_t len, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
              og_sha1dc_verdict *verdict) {
    int status = digest == NULL || verdict == NULL ? OG_ERR_NULL : og_sha1_check(data, len);
    if (status == OG_OK) {
        status = check_flags(flags);
    }
    return status == OG_OK ? whole(data, len, flags, digest, verdict) : status;
}

const char *og_sha1dc_vector_name(int vector) {
    return vector >= 0 && vector < 32 ? og_sha1dc_vectors[vector].name : NULL;
}
