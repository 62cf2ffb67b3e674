/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection of collision attacks, on top of any sha1dc.blocks kernel: a kernel folds some
 * blocks and tells which vectors each of them may belong to; those few are put to the exact test. */
#include <oldguard/sha1dc.h>

#include "core/blocks64.h"
#include "core/dispatch.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"
#include "sha1/sha1dc_tables.h"
#include "sha1/sha1dc_test.h"

/* Blocks folded ahead of their tests: enough to pay for the call, few enough for the stack and the
 * first-level cache. */
#define AHEAD 32

#define ALL_FLAGS (OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED | OG_SHA1DC_EVERY_VECTOR)

/* A message under way and the kernels for it. */
typedef struct chain {
    og_sha1dc_ctx *ctx;
    uint64_t at; /* of the next block in the message, in bytes */
    og_sha1dc_blocks_fn *kernel;
    og_sha1_blocks_fn *compress;
} chain;

/* The kernels for len bytes: OG_OK or why there are none. */
static int choose(chain *c, og_sha1dc_ctx *ctx, size_t len) {
    c->ctx = ctx;
    c->kernel = (og_sha1dc_blocks_fn *)og_dispatch(OG_OP_SHA1DC_BLOCKS, len);
    c->compress = og_sha1_kernel(64);
    if (c->kernel == NULL) {
        return og_dispatch_status(OG_OP_SHA1DC_BLOCKS);
    }
    return c->compress != NULL ? OG_OK : og_dispatch_status(OG_OP_SHA1_BLOCKS);
}

static void tell(const chain *c, const og_sha1dc_folded *folded, uint64_t at, int vector,
                 const og_sha1dc_other *other) {
    og_sha1dc_ctx *ctx = c->ctx;
    if (ctx->verdict.vector < 0) {
        ctx->verdict.vector = vector;
        ctx->verdict.at = at;
    }
    if (ctx->callback != NULL) {
        og_sha1dc_collision collision = {.at = at, .vector = vector};
        memcpy(collision.cv[0], folded->trace->cv, sizeof collision.cv[0]);
        memcpy(collision.cv[1], other->cv, sizeof collision.cv[1]);
        memcpy(collision.block[0], folded->block, 64);
        memcpy(collision.block[1], other->block, 64);
        ctx->callback(ctx->user, &collision);
        og_wipe(&collision, sizeof collision);
    }
}

/* Tests a block for the vectors in its mask, the first one that is hit counts. */
static int attacked(const chain *c, const og_sha1dc_folded *folded, uint64_t at) {
    const int reduced = (c->ctx->flags & OG_SHA1DC_REDUCED) != 0;
    const int every = (c->ctx->flags & OG_SHA1DC_EVERY_VECTOR) != 0;
    og_sha1dc_other other;
    int hit = 0;
    for (uint32_t mask = every ? 0xffffffff : folded->trace->mask; mask != 0; mask &= mask - 1) {
        const unsigned vector = (unsigned)__builtin_ctz(mask);
        if (og_sha1dc_test(folded, vector, reduced, c->compress, &other)) {
            tell(c, folded, at, (int)vector, &other);
            hit = 1;
            break;
        }
    }
    og_wipe(&other, sizeof other);
    return hit;
}

/* Tests n blocks that were folded. Returns how many count: n, or, where a safe hash folds one of
 * them in twice more, those up to that one; the chaining value is then the one after it. */
static size_t judge(const chain *c, const uint8_t *blocks, size_t n,
                    const og_sha1dc_trace *traces) {
    const int every = (c->ctx->flags & OG_SHA1DC_EVERY_VECTOR) != 0;
    uint32_t *cv = c->ctx->cv;
    for (size_t i = 0; i < n; i++) {
        if (traces[i].mask == 0 && !every) {
            continue;
        }
        const og_sha1dc_folded folded = {blocks + 64 * i, &traces[i],
                                         i + 1 < n ? traces[i + 1].cv : cv};
        if (attacked(c, &folded, c->at + 64 * i) && c->ctx->flags & OG_SHA1DC_SAFE_HASH) {
            memmove(cv, folded.after, 5 * sizeof *cv);
            c->compress(cv, folded.block, 1);
            c->compress(cv, folded.block, 1);
            return i + 1;
        }
    }
    return n;
}

static void fold(void *to, const uint8_t *blocks, size_t n) {
    chain *c = to;
    og_sha1dc_trace traces[AHEAD];
    const size_t used = n < AHEAD ? n : AHEAD;
    size_t ahead = AHEAD;
    while (n > 0) {
        const size_t some = n < ahead ? n : ahead;
        c->kernel(c->ctx->cv, blocks, some, traces);
        const size_t done = judge(c, blocks, some, traces);
        /* a message of nothing but attacks does not have much folded in vain */
        ahead = done < some ? 1 : ahead < AHEAD ? 2 * ahead : AHEAD;
        blocks += 64 * done;
        c->at += 64 * done;
        n -= done;
    }
    og_wipe(traces, used * sizeof *traces);
}

int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags) {
    chain c;
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    if (flags & ~(unsigned)ALL_FLAGS) {
        return OG_ERR_ARGUMENT;
    }
    memset(ctx, 0, sizeof *ctx);
    og_sha1_start(ctx->cv);
    ctx->flags = flags;
    ctx->verdict.vector = -1;
    return choose(&c, ctx, 0);
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
    chain c;
    const int status = choose(&c, ctx, len);
    if (status != OG_OK) {
        return status;
    }
    c.at = ctx->bytes - ctx->bytes % 64;
    og_absorb(ctx->tail, ctx->bytes % 64, data, len, fold, &c);
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

int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                    og_sha1dc_verdict *verdict) {
    if (ctx == NULL || digest == NULL || verdict == NULL) {
        return OG_ERR_NULL;
    }
    chain c;
    const int status = choose(&c, ctx, 0);
    if (status != OG_OK) {
        return status;
    }
    uint8_t last[128];
    const size_t n = og_sha1_pad(last, ctx->tail, ctx->bytes % 64, ctx->bytes);
    c.at = ctx->bytes - ctx->bytes % 64;
    fold(&c, last, n);
    og_sha1_digest(digest, ctx->cv);
    *verdict = ctx->verdict;
    og_wipe(last, 64 * n);
    og_wipe(ctx, sizeof *ctx);
    return OG_OK;
}

int og_sha1dc(const void *data, size_t len, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
              og_sha1dc_verdict *verdict) {
    og_sha1dc_ctx ctx;
    int status = digest == NULL || verdict == NULL ? OG_ERR_NULL : og_sha1_check(data, len);
    if (status == OG_OK) {
        status = og_sha1dc_init(&ctx, flags);
    }
    if (status == OG_OK) {
        status = og_sha1dc_update(&ctx, data, len);
    }
    return status == OG_OK ? og_sha1dc_final(&ctx, digest, verdict) : status;
}

int og_sha1dc_many(const og_message *messages, size_t n, unsigned flags,
                   uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts) {
    if (n > 0 && (messages == NULL || digests == NULL || verdicts == NULL)) {
        return OG_ERR_NULL;
    }
    for (size_t i = 0; i < n; i++) {
        const int status = og_sha1_check(messages[i].data, messages[i].len);
        if (status != OG_OK) {
            return status;
        }
    }
    int status = flags & ~(unsigned)ALL_FLAGS ? OG_ERR_ARGUMENT : OG_OK;
    for (size_t i = 0; i < n && status == OG_OK; i++) {
        status = og_sha1dc(messages[i].data, messages[i].len, flags, digests[i], &verdicts[i]);
    }
    return status;
}

const char *og_sha1dc_vector_name(int vector) {
    return vector >= 0 && vector < 32 ? og_sha1dc_vectors[vector].name : NULL;
}
