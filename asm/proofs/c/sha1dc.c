/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection: a kernel gets the padded message, the result has the verdict, the context is wiped.
 */
#include "stream.h"
#include "dispatch.h"
#include "tail.h"

#include "sha1/sha1dc.c"

const og_sha1dc_vector og_sha1dc_vectors[32];
static og_sha1dc_verdict told; /* after the last test */
static uint64_t from;          /* where the blocks of a kernel begin in the message */

/* A test of compressed blocks: any hits, and in safe-hash mode another chaining value. */
void og_sha1dc_test_blocks(og_sha1dc_chain *c, const uint8_t *blocks, size_t n, og_sha1dc_block_info *info,
                           size_t first) {
    CLAIM(first < n && __CPROVER_r_ok(blocks, 64 * n) && __CPROVER_w_ok(info, n * sizeof *info),
          "compressed blocks");
    CLAIM(c->at == from, "where they begin");
    change(c->cv, 20);
    told.vector = nondet_int();
    told.at = nondet_u64();
    ((og_sha1dc_ctx *)c->user)->verdict = told;
}

/* Any context that the functions leave. */
static og_sha1dc_ctx any_context(void) {
    og_sha1dc_ctx ctx;
    ASSUME(ctx.bytes <= OG_SHA1_MAX_BYTES);
    for (size_t i = 0; i < 64; i++) {
        ASSUME(i < ctx.bytes % 64 || ctx.tail[i] == 0);
    }
    told = ctx.verdict;
    from = ctx.bytes - ctx.bytes % 64;
    start_stream();
    return ctx;
}

void prove_sha1dc_final(void) {
    og_sha1dc_ctx ctx = any_context();
    const og_sha1dc_ctx old = ctx;
    const size_t held = ctx.bytes % 64, total = padded_size(held);
    uint8_t digest[20];
    og_sha1dc_verdict verdict;
    ASSUME(at < total);
    if (og_sha1dc_final(&ctx, digest, &verdict) != OG_OK) {
        CLAIM(fed == 0 && ctx.bytes == old.bytes, "unchanged after an error");
        REACHED("no kernel");
        return;
    }
    CLAIM(fed == total && has_seen, "the padded message");
    CLAIM(seen == (at < held ? old.tail[at] : padding(at, held, total, 8 * old.bytes)), "every byte of it");
    CLAIM(verdict.vector == told.vector && verdict.at == told.at, "the verdict");
    const size_t k = nondet_size();
    ASSUME(k < sizeof ctx);
    if (old.flags & OG_SHA1DC_NO_WIPE) {
        CLAIM(ctx.bytes > OG_SHA1_MAX_BYTES, "the context is finished");
        REACHED("a context that is kept");
    } else {
        CLAIM(((uint8_t *)&ctx)[k] == 0, "the context is wiped");
        REACHED("the digest");
    }
}

/* Blocks that are compressed and tested. */
void og_sha1dc_compress_blocks(void *chain, const uint8_t *blocks, size_t n) {
    og_sha1dc_chain *c = chain;
    CLAIM(n > 0 && __CPROVER_r_ok(blocks, 64 * n), "whole blocks");
    CLAIM(c->at == from + fed, "where they begin");
    saw(blocks, 64 * (uint64_t)n);
    c->at += 64 * (uint64_t)n;
    change(c->cv, 20);
}

PROVE_UPDATE(prove_sha1dc_update, og_sha1dc_ctx, og_sha1dc_update, ctx.bytes,
             ctx.bytes == old.bytes + size && ctx.bytes <= OG_SHA1_MAX_BYTES,
             (status == OG_ERR_TOO_LONG) == (size > OG_SHA1_MAX_BYTES - old.bytes))
