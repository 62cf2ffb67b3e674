/* SPDX-License-Identifier: MIT */
/* Whirlpool of one message: a kernel gets the padded message, whatever the state and the input are. */
#include "stream.h"
#include "dispatch.h"
#include "tail.h"

#include "whirlpool/whirlpool.c"

void og_whirlpool_byte_blocks(og_whirlpool_version version, uint8_t *cv, const uint8_t *blocks, size_t n) {
    (void)version;
    kernel_whirlpool_blocks(cv, blocks, n);
}

/* Any context that the functions leave: a number of whole bytes, and zeros after the unfinished block. */
static og_whirlpool_ctx any_context(void) {
    og_whirlpool_ctx ctx;
    ASSUME(ctx.bits[0] % 8 == 0);
    for (size_t i = 0; i < 64; i++) {
        ASSUME(i < ctx.bits[0] / 8 % 64 || ctx.tail[i] == 0);
    }
    start_stream();
    return ctx;
}

/* Byte `at` of the padded message from its byte `size` on. bits: the length. */
static uint8_t end_of(uint64_t size, uint64_t total, const uint64_t bits[4]) {
    const uint64_t from_end = total - 1 - at;
    return at == size ? 0x80 : from_end >= 32 ? 0 : (uint8_t)(bits[from_end / 8] >> (8 * (from_end % 8)));
}

static uint64_t size_of_padded(uint64_t size) { return (size + 32) / 64 * 64 + 64; }

void prove_whirlpool_count(void) {
    uint64_t bits[4], old[4];
    const uint64_t size = nondet_u64();
    for (unsigned i = 0; i < 4; i++) {
        old[i] = bits[i] = nondet_u64();
    }
    __extension__ typedef unsigned __int128 wide;
    const wide low = ((wide)old[1] << 64 | old[0]) + 8 * (wide)size;
    const wide high = ((wide)old[3] << 64 | old[2]) + (low < 8 * (wide)size);
    if (!og_whirlpool_count(bits, size)) {
        CLAIM(low < 8 * (wide)size && high == 0, "an overflow of 256 bits");
        for (unsigned i = 0; i < 4; i++) {
            CLAIM(bits[i] == old[i], "unchanged after an overflow");
        }
        REACHED("an overflow");
        return;
    }
    CLAIM(low >= 8 * (wide)size || high != 0, "no overflow");
    CLAIM(bits[0] == (uint64_t)low && bits[1] == (uint64_t)(low >> 64), "the low half of the sum");
    CLAIM(bits[2] == (uint64_t)high && bits[3] == (uint64_t)(high >> 64), "the high half of the sum");
    REACHED("the sum");
}

PROVE_UPDATE(prove_whirlpool_update, og_whirlpool_ctx, og_whirlpool_update, ctx.bits[0] / 8,
             ctx.bits[0] == old.bits[0] + 8 * (uint64_t)size,
             status == OG_ERR_TOO_LONG || status == OG_ERR_NO_KERNEL || status == OG_ERR_CONFIG)

void prove_whirlpool_final(void) {
    og_whirlpool_ctx ctx = any_context();
    const og_whirlpool_ctx old = ctx;
    const size_t held = ctx.bits[0] / 8 % 64;
    const uint64_t total = size_of_padded(held);
    uint8_t digest[64];
    ASSUME(at < total);
    if (og_whirlpool_final(&ctx, digest) != OG_OK) {
        CLAIM(fed == 0, "unchanged after an error");
        REACHED("no kernel");
        return;
    }
    CLAIM(fed == total && has_seen, "the padded message");
    CLAIM(seen == (at < held ? old.tail[at] : end_of(held, total, old.bits)), "every byte of it");
    const size_t k = nondet_size();
    ASSUME(k < sizeof ctx);
    CLAIM(((uint8_t *)&ctx)[k] == 0, "the context is wiped");
    REACHED("the digest");
}

void prove_whirlpool_one_call(void) {
    const size_t size = nondet_size();
    const uint64_t total = size_of_padded(size), bits[4] = {8 * (uint64_t)size};
    uint8_t digest[64];
    start_stream();
    const uint8_t *in = any_input(0, size);
    ASSUME(at < total);
    if (og_whirlpool(in, size, digest) != OG_OK) {
        CLAIM(fed == 0, "nothing has begun");
        REACHED("no kernel");
        return;
    }
    CLAIM(fed == total && has_seen, "the padded message");
    CLAIM(seen == (at < size ? value : end_of(size, total, bits)), "every byte of it");
    REACHED("the digest");
}
