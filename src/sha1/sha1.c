/* SPDX-License-Identifier: MIT */
/* SHA-1 on top of any sha1.blocks kernel: block splitting, padding, many messages. */
#include <oldguard/sha1.h>

#include <string.h>

#include "core/blocks64.h"
#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"

/* FIPS 180-4 section 5.1.1: the length field counts up to 2^64 - 1 bits, so whole bytes end at: */
#define MAX_BYTES ((UINT64_C(1) << 61) - 1)

/* FIPS 180-4 section 5.3.1. */
static const uint32_t initial_cv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

static og_sha1_blocks_fn *blocks_kernel(size_t size) {
    return (og_sha1_blocks_fn *)og_dispatch(OG_OP_SHA1_BLOCKS, size);
}

/* A chaining value and the kernel that folds blocks into it. */
typedef struct chain {
    og_sha1_blocks_fn *kernel;
    uint32_t *cv;
} chain;

static inline void fold(void *to, const uint8_t *blocks, size_t n) {
    const chain *c = to;
    c->kernel(c->cv, blocks, n);
}

/* Folds the end of a message of `bytes` bytes and writes the digest. */
static void finish(og_sha1_blocks_fn *kernel, uint32_t cv[5], const uint8_t *tail, uint64_t bytes,
                   uint8_t digest[20]) {
    uint8_t last[128];
    const size_t n = og_pad(last, tail, bytes % 64, 8);
    og_store64be(last + 64 * n - 8, bytes * 8);
    kernel(cv, last, n);
    for (unsigned i = 0; i < 5; i++) {
        og_store32be(digest + 4 * i, cv[i]);
    }
    og_wipe(last, 64 * n);
}

int og_sha1_init(og_sha1_ctx *ctx) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    memcpy(ctx->cv, initial_cv, sizeof initial_cv);
    ctx->bytes = 0;
    return blocks_kernel(0) != NULL ? OG_OK : og_dispatch_status(OG_OP_SHA1_BLOCKS);
}

int og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t len) {
    if (ctx == NULL || (data == NULL && len > 0)) {
        return OG_ERR_NULL;
    }
    if (len > MAX_BYTES - ctx->bytes) {
        return OG_ERR_TOO_LONG;
    }
    if (len == 0) {
        return OG_OK;
    }
    chain to = {blocks_kernel(len), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status(OG_OP_SHA1_BLOCKS);
    }
    og_absorb(ctx->tail, ctx->bytes % 64, data, len, fold, &to);
    ctx->bytes += len;
    return OG_OK;
}

int og_sha1_final(og_sha1_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    if (ctx == NULL || digest == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1_blocks_fn *kernel = blocks_kernel(0);
    if (kernel == NULL) {
        return og_dispatch_status(OG_OP_SHA1_BLOCKS);
    }
    finish(kernel, ctx->cv, ctx->tail, ctx->bytes, digest);
    og_wipe(ctx, sizeof *ctx);
    return OG_OK;
}

static int hash(const void *data, size_t len, uint8_t digest[20]) {
    og_sha1_blocks_fn *kernel = blocks_kernel(len);
    if (kernel == NULL) {
        return og_dispatch_status(OG_OP_SHA1_BLOCKS);
    }
    uint32_t cv[5];
    const uint8_t *tail = data;
    memcpy(cv, initial_cv, sizeof cv);
    if (len >= 64) {
        kernel(cv, data, len / 64);
        tail += len - len % 64;
    }
    finish(kernel, cv, tail, len, digest);
    og_wipe(cv, sizeof cv);
    return OG_OK;
}

static int check_message(const void *data, uint64_t len) {
    if (data == NULL && len > 0) {
        return OG_ERR_NULL;
    }
    return len > MAX_BYTES ? OG_ERR_TOO_LONG : OG_OK;
}

int og_sha1(const void *data, size_t len, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    const int status = digest == NULL ? OG_ERR_NULL : check_message(data, len);
    return status != OG_OK ? status : hash(data, len, digest);
}

int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE]) {
    if (n > 0 && (messages == NULL || digests == NULL)) {
        return OG_ERR_NULL;
    }
    int status = OG_OK;
    for (size_t i = 0; i < n && status == OG_OK; i++) {
        status = check_message(messages[i].data, messages[i].len);
    }
    for (size_t i = 0; i < n && status == OG_OK; i++) {
        status = hash(messages[i].data, messages[i].len, digests[i]);
    }
    return status;
}
