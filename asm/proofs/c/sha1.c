/* SPDX-License-Identifier: MIT */
/* SHA-1 of one message: a kernel gets the padded message, whatever the state and the input are. */
#include "stream.h"
#include "dispatch.h"
#include "tail.h"

#include "sha1/sha1.c"

/* Any context that the functions leave: a count, and zeros after the unfinished block. */
static og_sha1_ctx any_context(void) {
    og_sha1_ctx ctx;
    ASSUME(ctx.bytes <= OG_SHA1_MAX_BYTES);
    for (size_t i = 0; i < 64; i++) {
        ASSUME(i < ctx.bytes % 64 || ctx.tail[i] == 0);
    }
    start_stream();
    return ctx;
}

PROVE_UPDATE(prove_sha1_update, og_sha1_ctx, og_sha1_update, ctx.bytes,
             ctx.bytes == old.bytes + size && ctx.bytes <= OG_SHA1_MAX_BYTES,
             (status == OG_ERR_TOO_LONG) == (size > OG_SHA1_MAX_BYTES - old.bytes))

void prove_sha1_final(void) {
    og_sha1_ctx ctx = any_context();
    const og_sha1_ctx old = ctx;
    const size_t held = ctx.bytes % 64, total = padded_size(held);
    uint8_t digest[20];
    ASSUME(at < total);
    if (og_sha1_final(&ctx, digest) != OG_OK) {
        CLAIM(fed == 0 && ctx.bytes == old.bytes, "unchanged after an error");
        REACHED("no kernel");
        return;
    }
    CLAIM(fed == total && has_seen, "the padded message");
    CLAIM(seen == (at < held ? old.tail[at] : padding(at, held, total, 8 * old.bytes)), "every byte of it");
    const size_t k = nondet_size();
    ASSUME(k < sizeof ctx);
    CLAIM(((uint8_t *)&ctx)[k] == 0, "the context is wiped");
    REACHED("the digest");
}

/* The byte of the padded form of a message in one call. */
static uint8_t padded(uint64_t size) {
    const uint64_t total = (size + 8) / 64 * 64 + 64;
    return at < size ? value : padding(at, size, total, 8 * size);
}

void prove_sha1_one_call(void) {
    const size_t size = nondet_size();
    uint8_t digest[20];
    start_stream();
    const uint8_t *in = any_input(0, size);
    const uint64_t total = ((uint64_t)size + 8) / 64 * 64 + 64;
    ASSUME(at < total);
    if (og_sha1(in, size, digest) != OG_OK) {
        CLAIM(fed == 0, "nothing has begun");
        REACHED("no kernel");
        return;
    }
    CLAIM(fed == total && has_seen && seen == padded(size), "the padded message");
    REACHED("the digest");
}
