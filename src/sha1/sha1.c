/* SPDX-License-Identifier: MIT */
/* SHA-1 of one message by any sha1.blocks kernel: streaming and one-shot. */
#include <oldguard/sha1.h>

#include "core/blocks64.h"
#include "core/dispatch.h"
#include "core/upper_halves.h"
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

int og_sha1_init(og_sha1_ctx *ctx) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1_start(ctx->cv);
    ctx->bytes = 0;
    memset(ctx->tail, 0, sizeof ctx->tail);
    return og_sha1_kernel(0) != NULL ? OG_OK : og_dispatch_status();
}

OG_CLEARED(og_burn_small_stack, og_sha1_update, (og_sha1_ctx * ctx, const void *data, size_t len),
           (ctx, data, len)) {
    og_clear_upper_halves();
    if (ctx == NULL || (data == NULL && len > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_sha1_has_room(ctx->bytes, len) || !og_fits(data, len, 1)) {
        return OG_ERR_TOO_LONG;
    }
    const size_t held = ctx->bytes % 64;
    if (len < 64 - held) {
        og_tail_append(ctx->tail, held, data, len);
        ctx->bytes += len;
        return OG_OK;
    }
    chain to = {og_sha1_kernel(len), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_update_blocks(ctx->tail, held, data, len, compress_blocks, &to);
    ctx->bytes += len;
    return OG_OK;
}

OG_CLEARED(og_burn_small_stack, og_sha1_final, (og_sha1_ctx * ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]),
           (ctx, digest)) {
    og_clear_upper_halves();
    if (ctx == NULL || digest == NULL) {
        return OG_ERR_NULL;
    }
    chain to = {og_sha1_kernel(0), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1_finish(ctx->tail, ctx->bytes, 0, compress_blocks, &to);
    og_sha1_digest(digest, ctx->cv);
    og_wipe_in_place(ctx, sizeof *ctx);
    return OG_OK;
}

/* Hashes a message, or returns an error. */
static inline int hash(const og_two_part *message, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    og_clear_upper_halves();
    const int status = digest == NULL ? OG_ERR_NULL : og_sha1_check(message);
    if (status != OG_OK) {
        return status;
    }
    const size_t head_len = message->head_len, len = message->len;
    uint32_t cv[5];
    uint8_t tail[64];
    chain to = {og_sha1_kernel(head_len > len ? head_len : len), cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1_start(cv);
    memset(tail, 0, sizeof tail);
    og_update_blocks(tail, 0, message->head, head_len, compress_blocks, &to);
    og_update_blocks(tail, head_len % 64, message->data, len, compress_blocks, &to);
    og_sha1_finish(tail, (uint64_t)head_len + len, 0, compress_blocks, &to);
    og_sha1_digest(digest, cv);
    og_wipe_in_place(tail, sizeof tail);
    og_wipe(cv, sizeof cv);
    return OG_OK;
}

OG_CLEARED(og_burn_small_stack, og_sha1, (const void *data, size_t len, uint8_t digest[OG_SHA1_DIGEST_SIZE]),
           (data, len, digest)) {
    const og_two_part message = {.data = data, .len = len};
    return hash(&message, digest);
}

OG_CLEARED(og_burn_small_stack, og_sha1_two_part,
           (const og_two_part *message, uint8_t digest[OG_SHA1_DIGEST_SIZE]), (message, digest)) {
    return hash(message, digest);
}
