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

void prove_sha1_update(void) {
    og_sha1_ctx ctx = any_context();
    const og_sha1_ctx old = ctx;
    const size_t held = ctx.bytes % 64, size = nondet_size();
    const uint8_t *in = any_bytes(size);
    const int status = og_sha1_update(&ctx, in, size);
    const uint64_t all = held + size, whole = all - all % 64;
    ASSUME(at < all);
    if (status != OG_OK) {
        CLAIM(fed == 0 && ctx.bytes == old.bytes && (at >= 64 || ctx.tail[at] == old.tail[at]),
              "unchanged after an error");
        CLAIM((status == OG_ERR_TOO_LONG) == (size > OG_SHA1_MAX_BYTES - old.bytes), "the reason");
        REACHED("an error");
        return;
    }
    const uint8_t want = at < held ? old.tail[at] : in[at - held];
    CLAIM(ctx.bytes == old.bytes + size && ctx.bytes <= OG_SHA1_MAX_BYTES, "the count");
    CLAIM(fed == whole, "all whole blocks");
    if (at < whole) {
        CLAIM(has_seen && seen == want, "a compressed byte");
        REACHED("a compressed byte");
    } else {
        CLAIM(!has_seen && ctx.tail[at - whole] == want, "a kept byte");
        REACHED("a kept byte");
    }
    const size_t k = nondet_size();
    ASSUME(k < 64 && k >= ctx.bytes % 64);
    CLAIM(ctx.tail[k] == 0, "zeros after the unfinished block");
}

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
