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

/* Writes the digest. */
OG_LEAF void end(uint8_t digest[OG_SHA1_DIGEST_SIZE], const uint32_t cv[5]) { og_sha1_digest(digest, cv); }

/* Clears what leaves have left below the caller, and what tests have left. */
__attribute__((always_inline)) static inline void clear(const og_sha1dc_chain *chain) {
    if (chain->tested) {
        og_burn_stack();
    } else {
        og_burn_leaf();
    }
}

/* Prepares the chain for the next blocks, with kernels for size bytes. */
static int begin(og_sha1dc_chain *chain, og_sha1dc_ctx *ctx, size_t size) {
    chain->cv = ctx->cv;
    chain->flags = ctx->flags;
    chain->at = ctx->bytes - ctx->bytes % 64;
    chain->hit = og_sha1dc_report;
    chain->user = ctx;
    return og_sha1dc_choose(chain, size);
}

int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags) {
    og_sha1dc_chain chain;
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    if (og_sha1dc_check_flags(flags) != OG_OK) {
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

int og_sha1dc_update(og_sha1dc_ctx *ctx, const void *data, size_t size) {
    og_clear_upper_halves();
    if (ctx == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_sha1_has_room(ctx->bytes, size) || !og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    const size_t held = ctx->bytes % 64;
    if (size < 64 - held) {
        ctx->bytes += size;
        og_tail_keep(ctx->tail, held, data, size);
        return OG_OK;
    }
    og_sha1dc_chain chain;
    const int status = begin(&chain, ctx, size);
    if (status != OG_OK) {
        return status;
    }
    og_update_blocks(ctx->tail, held, data, size, og_sha1dc_compress_blocks, &chain);
    ctx->bytes += size;
    clear(&chain);
    return OG_OK;
}

int og_sha1dc_peek(const og_sha1dc_ctx *ctx, og_sha1dc_verdict *verdict) {
    if (ctx == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    *verdict = ctx->verdict;
    return OG_OK;
}

int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdict) {
    og_clear_upper_halves();
    if (ctx == NULL || digest == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1dc_chain chain;
    const int status = begin(&chain, ctx, 0);
    if (status != OG_OK) {
        return status;
    }
    const int keep = (ctx->flags & OG_SHA1DC_NO_WIPE) != 0;
    og_sha1_finish(ctx->tail, ctx->bytes, keep, og_sha1dc_compress_blocks, &chain);
    end(digest, ctx->cv);
    *verdict = ctx->verdict;
    ctx->bytes = OG_SHA1_MAX_BYTES + 1; /* of no message, so that a context that is kept has no saved state */
    if (!keep) {
        og_wipe_in_place(ctx, sizeof *ctx);
    }
    clear(&chain);
    return OG_OK;
}

/* Padded messages up to this size are copied and compressed in one call. A second call would cost more than
 * the copy: it loads and stores the chaining value, and evaluates the conditions on its last block with few
 * rounds beside them. */
#define WHOLE (6 * 64)

/* Writes the padded form of a message. Returns the number of its blocks. */
static inline size_t join(uint8_t all[WHOLE], const uint8_t *head, size_t head_size, const uint8_t *data,
                          size_t size) {
    const size_t bytes = head_size + size, whole = bytes - bytes % 64;
    memset(all, 0, 16);
    memset(all + (head_size - head_size % 16), 0, 16); /* for the append of data */
    memset(all + whole, 0, 64);
    og_tail_append_apart(all, 0, head, head_size);
    og_tail_append_apart(all, head_size, data, size);
    return whole / 64 + og_sha1_pad_block_apart(all + whole, bytes);
}

/* Hashes a message whose padded form has at most WHOLE bytes. */
__attribute__((always_inline)) static inline void
hash_short(og_sha1dc_chain *chain, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size) {
    uint8_t all[WHOLE];
    const size_t n = head_size == 0 && size < 64 ? og_sha1_pad_copy(all, data, size)
                                                 : join(all, head, head_size, data, size);
    og_sha1dc_compress_blocks(chain, all, n);
    if (!(chain->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe(all, 64 * n);
    }
}

/* Hashes a message of any length. */
__attribute__((always_inline)) static inline void
hash_long(og_sha1dc_chain *chain, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size) {
    const int keep = (chain->flags & OG_SHA1DC_NO_WIPE) != 0;
    uint8_t tail[64] = {0};
    og_update_blocks(tail, 0, head, head_size, og_sha1dc_compress_blocks, chain);
    og_update_blocks(tail, head_size % 64, data, size, og_sha1dc_compress_blocks, chain);
    og_sha1_finish(tail, (uint64_t)head_size + size, keep, og_sha1dc_compress_blocks, chain);
    if (!keep) {
        og_wipe_in_place(tail, sizeof tail);
    }
}

/* Hashes a message, or returns an error. */
OG_BELOW int hash(const og_two_part *message, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                  og_sha1dc_verdict *verdict) {
    og_clear_upper_halves();
    int status = digest == NULL || verdict == NULL ? OG_ERR_NULL : og_sha1_check(message);
    if (status == OG_OK) {
        status = og_sha1dc_check_flags(flags);
    }
    if (status != OG_OK) {
        return status;
    }
    const size_t head_size = message->head_size, size = message->size;
    uint32_t cv[5];
    og_sha1dc_verdict found = {.vector = -1, .at = 0};
    og_sha1dc_chain chain = {.cv = cv, .flags = flags, .at = 0, .hit = og_sha1dc_record, .user = &found};
    status = og_sha1dc_choose(&chain, head_size > size ? head_size : size);
    if (status != OG_OK) {
        return status;
    }
    og_sha1_start(cv);
    if (head_size <= WHOLE - 9 && size <= WHOLE - 9 - head_size) {
        hash_short(&chain, message->head, head_size, message->data, size);
    } else {
        hash_long(&chain, message->head, head_size, message->data, size);
    }
    og_sha1_digest(digest, cv);
    *verdict = found;
    if (!(flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe(cv, sizeof cv);
    }
    return OG_OK;
}

int og_sha1dc(const void *data, size_t size, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
              og_sha1dc_verdict *verdict) {
    const og_two_part message = {.data = data, .size = size};
    return hash(&message, flags, digest, verdict);
}

int og_sha1dc_two_part(const og_two_part *message, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                       og_sha1dc_verdict *verdict) {
    return hash(message, flags, digest, verdict);
}

const char *og_sha1dc_vector_name(int vector) {
    return vector >= 0 && vector < 32 ? og_sha1dc_vectors[vector].name : NULL;
}
