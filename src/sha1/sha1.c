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

/* Writes the digest. */
OG_LEAF void end(uint8_t digest[OG_SHA1_DIGEST_SIZE], const uint32_t cv[5]) { og_sha1_digest(digest, cv); }

/* Adds bytes that complete a block. */
OG_BELOW int update_blocks(og_sha1_ctx *ctx, const uint8_t *data, size_t size) {
    chain to = {og_sha1_kernel(size), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_update_blocks(ctx->tail, ctx->bytes % 64, data, size, compress_blocks, &to);
    ctx->bytes += size;
    return OG_OK;
}

int og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t size) {
    og_clear_upper_halves();
    if (ctx == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_sha1_has_room(ctx->bytes, size) || !og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    const size_t held = ctx->bytes % 64;
    if (size >= 64 - held) {
        return update_blocks(ctx, data, size);
    }
    ctx->bytes += size;
    return og_tail_keep(ctx->tail, held, data, size);
}

int og_sha1_final(og_sha1_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    og_clear_upper_halves();
    if (ctx == NULL || digest == NULL) {
        return OG_ERR_NULL;
    }
    chain to = {og_sha1_kernel(0), ctx->cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1_finish(ctx->tail, ctx->bytes, 0, compress_blocks, &to);
    end(digest, ctx->cv);
    og_wipe_in_place(ctx, sizeof *ctx);
    og_burn_leaf();
    return OG_OK;
}

/* Compresses the padded end of a message, n blocks, and writes the digest. */
static inline int finish(const chain *to, uint8_t last[128], size_t n, uint8_t *digest) {
    to->kernel(to->cv, last, n);
    end(digest, to->cv);
    og_wipe(to->cv, 20);
    og_wipe_in_place(last, 64);
    if (n == 2) {
        og_wipe_in_place(last + 64, 64);
    }
    og_burn_leaf();
    return OG_OK;
}

int og_sha1(const void *data, size_t size, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    og_clear_upper_halves();
    if (digest == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_sha1_has_room(0, size) || !og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    uint32_t cv[5];
    uint8_t last[128];
    const chain to = {og_sha1_kernel(size), cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1_start(cv);
    const uint8_t *tail = data;
    if (size >= 64) {
        to.kernel(cv, data, size / 64);
        tail += size - size % 64;
    }
    return finish(&to, last, og_sha1_pad_copy(last, tail, size % 64, size), digest);
}

int og_sha1_two_part(const og_two_part *message, uint8_t digest[OG_SHA1_DIGEST_SIZE]) {
    og_clear_upper_halves();
    const int status = digest == NULL ? OG_ERR_NULL : og_sha1_check(message);
    if (status != OG_OK) {
        return status;
    }
    const size_t head_size = message->head_size, size = message->size;
    if (head_size == 0) {
        return og_sha1(message->data, size, digest);
    }
    uint32_t cv[5];
    uint8_t last[128];
    chain to = {og_sha1_kernel(head_size > size ? head_size : size), cv};
    if (to.kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1_start(cv);
    memset(last, 0, 64);
    og_update_blocks(last, 0, message->head, head_size, compress_blocks, &to);
    og_update_blocks(last, head_size % 64, message->data, size, compress_blocks, &to);
    return finish(&to, last, og_sha1_pad_in_place(last, (uint64_t)head_size + size), digest);
}
