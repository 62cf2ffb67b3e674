/* SPDX-License-Identifier: MIT */
/* The modes of DES: sizes, buffers and what waits for the next update. */
#include "ranges.h"
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
