/* SPDX-License-Identifier: MIT */
/* The modes of DES: sizes, buffers and what waits for the next update. */
#include "ranges.h"
#include "stream.h"
#include "dispatch.h"

#include "des/des.c"

void og_desx_ecb(const og_des_ctx *ctx, og_des_ecb_fn *kernel, uint8_t *out, const uint8_t *in,
                 size_t nblocks, int encrypt) {
    kernel(out, in, nblocks, ctx->ks, encrypt);
}

void og_desx_cbc(const og_des_ctx *ctx, og_des_cbc_fn *kernel, int encrypt, uint8_t *out, const uint8_t *in,
                 size_t nblocks, uint8_t iv[8]) {
    (void)encrypt;
    kernel(out, in, nblocks, ctx->ks, iv);
}

int og_des_check_keys(const uint8_t *keys, size_t n, unsigned checks) {
    (void)keys, (void)n, (void)checks;
    return OG_OK;
}

/* Any context of og_des_init, after any updates. */
static og_des_ctx any_context(void) {
    og_des_ctx ctx;
    ASSUME(ctx.cipher <= OG_DESX && ctx.mode <= OG_CTR && ctx.encrypt <= 1);
    ASSUME(ctx.used < 8 && (ctx.used == 0 || ctx.mode >= OG_CFB64));
    return ctx;
}

/* For all sizes and addresses, of which none is read: there is no kernel. With --unsigned-overflow-check no
 * product or sum wraps. */
void prove_des_limits(void) {
    og_des_ctx ctx = any_context();
    no_kernels = 1;
    const int status = og_des_update(&ctx, nondet_address(), nondet_address(), nondet_size());
    CLAIM(status != OG_OK, "no kernel");
    REACHED("an error");
}

/* A message of whole blocks, to an output apart from it. The mode is a constant, with which cbmc leaves out
 * the loops of the others. */
static void blocks(og_des_mode mode) {
    og_des_ctx ctx = any_context();
    const size_t size = nondet_size();
    start_stream();
    const uint8_t *in = any_input(0, size);
    uint8_t *out = any_bytes(size);
    ctx.mode = mode;
    ASSUME(at < size);
    if (og_des_update(&ctx, out, in, size) != OG_OK) {
        CLAIM(fed == 0, "nothing has begun");
        REACHED("an error");
        return;
    }
    CLAIM(size % 8 == 0 && fed == size, "whole blocks");
    CLAIM(has_seen && seen == value, "every byte of them");
    REACHED("blocks");
}

void prove_des_ecb(void) { blocks(OG_ECB); }

void prove_des_cbc(void) { blocks(OG_CBC); }

#define LONGEST 3

void prove_des_cfb8(void) {
    og_des_ctx ctx = any_context();
    ctx.mode = OG_CFB8;
    const og_des_ctx old = ctx;
    const size_t size = nondet_size();
    uint8_t from[LONGEST], to[LONGEST];
    start_stream();
    ASSUME(size <= LONGEST && at < 8 * size);
    const uint8_t *in = from + (LONGEST - size);
    uint8_t *out = to + (LONGEST - size);
    if (og_des_update(&ctx, out, in, size) != OG_OK) {
        CLAIM(fed == 0, "nothing has begun");
        REACHED("no kernel");
        return;
    }
    const uint64_t place = at / 8 + at % 8; /* in the first chaining block, then the ciphertext */
    const uint8_t *ciphertext = old.encrypt ? out : in;
    CLAIM(fed == 8 * size && has_seen, "a block for each byte");
    CLAIM(seen == (place < 8 ? old.iv[place] : ciphertext[place - 8]), "the last eight bytes of ciphertext");
    REACHED("bytes");
}
