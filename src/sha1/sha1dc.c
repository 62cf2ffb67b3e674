/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection of collision attacks: streaming and one-shot. */
#include <oldguard/sha1dc.h>

#include "core/blocks64.h"
#include "core/upper_halves.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"
#include "sha1/sha1dc_compress.h"
#include "sha1/sha1dc_tables.h"

void og_sha1dc_report(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
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

static void start(og_sha1dc_ctx *ctx, unsigned flags) {
    og_sha1_start(ctx->cv);
    ctx->flags = flags;
    ctx->bytes = 0;
    memset(ctx->tail, 0, sizeof ctx->tail);
    ctx->verdict.vector = -1;
    ctx->verdict.at = 0;
    ctx->callback = NULL;
    ctx->user = NULL;
}

/* Returns the chain of a stream before its next block. */
static inline og_sha1dc_chain chain_of(og_sha1dc_ctx *ctx, og_sha1dc_blocks_fn *kernel) {
    return (og_sha1dc_chain){.cv = ctx->cv,
                             .flags = ctx->flags,
                             .at = ctx->bytes - ctx->bytes % 64,
                             .hit = og_sha1dc_report,
                             .user = ctx,
                             .kernel = kernel};
}

int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    if (og_sha1dc_check_flags(flags) != OG_OK) {
        return OG_ERR_ARGUMENT;
    }
    start(ctx, flags);
    return og_sha1dc_kernel(0) != NULL ? OG_OK : og_dispatch_status();
}

int og_sha1dc_on_collision(og_sha1dc_ctx *ctx, og_sha1dc_callback *callback, void *user) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    ctx->callback = callback;
    ctx->user = user;
    return OG_OK;
}

/* Adds bytes that complete a block. */
OG_BELOW int update_blocks(og_sha1dc_ctx *ctx, const uint8_t *data, size_t size) {
    og_sha1dc_blocks_fn *kernel = og_sha1dc_kernel(size);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1dc_chain chain = chain_of(ctx, kernel);
    og_update_blocks(ctx->tail, ctx->bytes % 64, data, size, og_sha1dc_compress_blocks, &chain);
    ctx->bytes += size;
    og_burn_leaf();
    return OG_OK;
}

int og_sha1dc_update(og_sha1dc_ctx *ctx, const void *data, size_t size) {
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

int og_sha1dc_peek(const og_sha1dc_ctx *ctx, og_sha1dc_verdict *verdict) {
    if (ctx == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    *verdict = ctx->verdict;
    return OG_OK;
}

/* Compresses and tests the last blocks of a stream. */
__attribute__((always_inline)) static inline void compress_last(og_sha1dc_ctx *ctx,
                                                                og_sha1dc_blocks_fn *kernel,
                                                                const uint8_t *blocks, size_t n,
                                                                og_sha1dc_block_info *info) {
    kernel(ctx->cv, blocks, n, info);
    const size_t first = og_sha1dc_first_mask(info, n, ctx->flags);
    if (first < n) {
        og_sha1dc_chain chain = chain_of(ctx, kernel);
        og_sha1dc_test_blocks(&chain, blocks, n, info, first);
    }
}

/* Compresses and tests a last block that has no room for the padding, and the block after it. */
OG_BELOW void finish_two(og_sha1dc_ctx *ctx, og_sha1dc_blocks_fn *kernel) {
    uint8_t last[128];
    og_sha1dc_block_info info[2];
    og_sha1_pad_copy(last, ctx->tail, ctx->bytes % 64, ctx->bytes);
    compress_last(ctx, kernel, last, 2, info);
    if (!(ctx->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe_in_place(info, sizeof info);
        og_wipe_in_place(last, sizeof last);
    }
}

int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdict) {
    og_clear_upper_halves();
    if (ctx == NULL || digest == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1dc_blocks_fn *kernel = og_sha1dc_kernel(0);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    og_sha1dc_block_info info[1];
    if (ctx->bytes % 64 < 56) {
        og_sha1_pad_in_place(ctx->tail, ctx->bytes);
        compress_last(ctx, kernel, ctx->tail, 1, info);
    } else {
        finish_two(ctx, kernel);
    }
    og_sha1_digest(digest, ctx->cv);
    *verdict = ctx->verdict;
    if (!(ctx->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe_in_place(ctx, sizeof *ctx);
        og_wipe_in_place(info, sizeof info);
    } else {
        ctx->bytes = OG_SHA1_MAX_BYTES + 1; /* of no message, so that the context has no saved state */
    }
    og_burn_leaf();
    return OG_OK;
}

/* Padded messages up to this size are copied and compressed in one call. A second call would cost more than
 * the copy: it loads and stores the chaining value, and evaluates the conditions on its last block with few
 * rounds beside them. */
#define WHOLE (6 * 64)

/* What hash_short has of a message. The padded form is at the end of blocks, so that all is wiped at once. */
typedef struct copies {
    uint8_t blocks[WHOLE];
    uint32_t cv[5];
    og_sha1dc_block_info info[WHOLE / 64];
} copies;

/* Writes the padded form of a message. */
OG_LEAF void join(uint8_t *all, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size) {
    og_tail_join(all, head, head_size, data, size, 8 * ((uint64_t)head_size + size));
}

/* Tests the blocks of a short message. */
OG_BELOW void test_short(copies *c, const uint8_t *blocks, size_t n, og_sha1dc_blocks_fn *kernel,
                         size_t first, unsigned flags, og_sha1dc_verdict *verdict) {
    og_sha1dc_chain chain = {
        .cv = c->cv, .flags = flags, .hit = og_sha1dc_record, .user = verdict, .kernel = kernel};
    og_sha1dc_test_blocks(&chain, blocks, n, c->info, first);
}

/* Hashes a message whose padded form has at most WHOLE bytes. */
__attribute__((always_inline)) static inline void hash_short(og_sha1dc_blocks_fn *kernel, const uint8_t *head,
                                                             size_t head_size, const uint8_t *data,
                                                             size_t size, unsigned flags, uint8_t *digest,
                                                             og_sha1dc_verdict *verdict) {
    copies c;
    const size_t bytes = head_size + size, n = (bytes + 8) / 64 + 1;
    uint8_t *blocks = c.blocks + WHOLE - 64 * n;
    og_sha1_start(c.cv);
    if (head_size == 0) {
        og_sha1_pad_copy(blocks, data, size, size);
    } else {
        join(blocks, head, head_size, data, size);
    }
    *verdict = (og_sha1dc_verdict){.vector = -1, .at = 0};
    kernel(c.cv, blocks, n, c.info);
    const size_t first = og_sha1dc_first_mask(c.info, n, flags);
    if (first < n) {
        test_short(&c, blocks, n, kernel, first, flags, verdict);
    }
    og_sha1_digest(digest, c.cv);
    if (!(flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe(blocks, 64 * n + sizeof c.cv + n * sizeof *c.info);
    }
    og_burn_leaf();
}

/* Hashes a message of any length. */
OG_BELOW void hash_long(og_sha1dc_blocks_fn *kernel, const uint8_t *head, size_t head_size,
                        const uint8_t *data, size_t size, unsigned flags, uint8_t *digest,
                        og_sha1dc_verdict *verdict) {
    const int keep = (flags & OG_SHA1DC_NO_WIPE) != 0;
    uint32_t cv[5];
    uint8_t tail[64] = {0};
    og_sha1dc_verdict found = {.vector = -1, .at = 0};
    og_sha1dc_chain chain = {
        .cv = cv, .flags = flags, .hit = og_sha1dc_record, .user = &found, .kernel = kernel};
    og_sha1_start(cv);
    og_update_blocks(tail, 0, head, head_size, og_sha1dc_compress_blocks, &chain);
    og_update_blocks(tail, head_size % 64, data, size, og_sha1dc_compress_blocks, &chain);
    og_sha1_finish(tail, (uint64_t)head_size + size, keep, og_sha1dc_compress_blocks, &chain);
    og_sha1_digest(digest, cv);
    *verdict = found;
    if (!keep) {
        og_wipe(cv, sizeof cv);
        og_wipe_in_place(tail, sizeof tail);
    }
    og_burn_leaf();
}

/* Hashes a message of any length by a kernel. */
__attribute__((always_inline)) static inline void hash_by(og_sha1dc_blocks_fn *kernel, const uint8_t *head,
                                                          size_t head_size, const uint8_t *data, size_t size,
                                                          unsigned flags, uint8_t *digest,
                                                          og_sha1dc_verdict *verdict) {
    if (head_size <= WHOLE - 9 && size <= WHOLE - 9 - head_size) {
        hash_short(kernel, head, head_size, data, size, flags, digest, verdict);
    } else {
        hash_long(kernel, head, head_size, data, size, flags, digest, verdict);
    }
}

void og_sha1dc_hash(og_sha1dc_blocks_fn *kernel, const og_two_part *message, unsigned flags, uint8_t *digest,
                    og_sha1dc_verdict *verdict) {
    hash_by(kernel, message->head, message->head_size, message->data, message->size, flags, digest, verdict);
}

/* Hashes a message without faults. */
__attribute__((always_inline)) static inline int hash(const uint8_t *head, size_t head_size,
                                                      const uint8_t *data, size_t size, unsigned flags,
                                                      uint8_t *digest, og_sha1dc_verdict *verdict) {
    if (og_sha1dc_check_flags(flags) != OG_OK) {
        return OG_ERR_ARGUMENT;
    }
    og_sha1dc_blocks_fn *kernel = og_sha1dc_kernel(head_size > size ? head_size : size);
    if (kernel == NULL) {
        return og_dispatch_status();
    }
    hash_by(kernel, head, head_size, data, size, flags, digest, verdict);
    return OG_OK;
}

int og_sha1dc(const void *data, size_t size, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
              og_sha1dc_verdict *verdict) {
    og_clear_upper_halves();
    if (digest == NULL || verdict == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_sha1_has_room(0, size) || !og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    return hash(NULL, 0, data, size, flags, digest, verdict);
}

int og_sha1dc_two_part(const og_two_part *message, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                       og_sha1dc_verdict *verdict) {
    og_clear_upper_halves();
    const int status = digest == NULL || verdict == NULL ? OG_ERR_NULL : og_sha1_check(message);
    if (status != OG_OK) {
        return status;
    }
    return hash(message->head, message->head_size, message->data, message->size, flags, digest, verdict);
}

const char *og_sha1dc_vector_name(int vector) {
    return vector >= 0 && vector < 32 ? og_sha1dc_vectors[vector].name : NULL;
}
