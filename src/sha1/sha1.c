/* SPDX-License-Identifier: MIT */
/* SHA-1 of one message by any sha1.blocks kernel: streaming and one-shot. */
#include <oldguard/sha1.h>

#include "core/blocks64.h"
#include "core/dispatch.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

/* A chaining value and the kernel that updates it. */
typedef struct chain {
    og_sha1_blocks_fn *kernel;
    uint32_t *cv;
} chain;

static inline void compress_blocks(void *to, const uint8_t *blocks, size_t n) {
    const chain *c = to;
    c->kernel(c->cv, blocks, n);
}

/* Compresses the padded end of a message of `bytes` bytes and writes the digest. tail: its last
 * bytes % 64 bytes. */
static void finish(og_sha1_blocks_fn *kernel, uint32_t cv[5], const uint8_t *tail, uint64_t bytes,
                   uint8_t digest[20]) {
    uint8_t last[128];
    const size_t n = og_sha1_pad(last, tail, bytes % 64, bytes);
    kernel(cv, last, n);
    og_sha1_digest(digest, cv);
    og_wipe(last, 64 * n);
}

int og_sha1_init(og_sha1_ctx *ctx) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1_start(ctx->cv);
    ctx->bytes = 0;
    return og_sha1_kernel(0) != NULL ? OG_OK : og_dispatch_status();
}

int og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t len) {
    if (ctx == NULL || (data == NULL && len > 0)) {
        return OG_ERR_NULL;
    }
    if (len > OG_SHA1_MAX_BYTES - ctx->bytes) {
        return OG_ERR_TOO_LONG;
    }
    if (len == 0) {
        return OG_OK;
    }
    chain to = {og_sha1_kernel(len), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_update_blocks(ctx->tail, ctx->bytes % 64, data, len, compress_blocks, &to);
    ctx->bytes += len;
    return OG_OK;
}

int og_sha1_final(og_sha1_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    if (ctx == NULL || digest == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1_blocks_fn *kernel = og_sha1_kernel(0);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    finish(kernel, ctx->cv, ctx->tail, ctx->bytes, digest);
    og_wipe(ctx, sizeof *ctx);
    return OG_OK;
}

int og_sha1(const void *data, size_t len, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    const int status = digest == NULL ? OG_ERR_NULL : og_sha1_check(data, len);
    if (status != OG_OK) {
        return status;
    }
    og_sha1_blocks_fn *kernel = og_sha1_kernel(len);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    uint32_t cv[5];
    const uint8_t *tail = data;
    og_sha1_start(cv);
    if (len >= 64) {
        kernel(cv, data, len / 64);
        tail += len - len % 64;
    }
    finish(kernel, cv, tail, len, digest);
    og_wipe(cv, sizeof cv);
    return OG_OK;
}
