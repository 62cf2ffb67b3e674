/* SPDX-License-Identifier: MIT */
/* The block cipher of a context, which the modes build on. DES and Triple DES are kernels. DESX is a kernel
 * of DES between two additions of keys (desx.c). */
#ifndef OG_DES_CIPHER_H
#define OG_DES_CIPHER_H

#include <oldguard/des.h>

#include "core/dispatch.h"

/* Returns 1 if the kernels of Triple DES serve the cipher. */
static inline int og_des_is_triple(const og_des_ctx *ctx) {
    return ctx->cipher == OG_DES_EDE || ctx->cipher == OG_DES_EDE3;
}

/* Returns the ECB kernel for size bytes, rounded up to whole blocks, or NULL. */
static inline og_des_ecb_fn *og_des_ecb_kernel(const og_des_ctx *ctx, size_t size) {
    const size_t blocks = size / 8 + (size % 8 != 0);
    return (og_des_ecb_fn *)og_dispatch(og_des_is_triple(ctx) ? OG_OP_DES3_ECB : OG_OP_DES_ECB,
                                        blocks <= SIZE_MAX / 8 ? 8 * blocks : SIZE_MAX);
}

/* Returns the CBC kernel for size bytes, or NULL. */
static inline og_des_cbc_fn *og_des_cbc_kernel(const og_des_ctx *ctx, int encrypt, size_t size) {
    const og_op single = encrypt ? OG_OP_DES_CBC_ENC : OG_OP_DES_CBC_DEC;
    const og_op triple = encrypt ? OG_OP_DES3_CBC_ENC : OG_OP_DES3_CBC_DEC;
    return (og_des_cbc_fn *)og_dispatch(og_des_is_triple(ctx) ? triple : single, size);
}

/* Do the work of og_des_ecb_fn and og_des_cbc_fn for DESX, with a kernel of DES. */
void og_desx_ecb(const og_des_ctx *ctx, og_des_ecb_fn *kernel, uint8_t *out, const uint8_t *in,
                 size_t nblocks, int encrypt);
void og_desx_cbc(const og_des_ctx *ctx, og_des_cbc_fn *kernel, int encrypt, uint8_t *out, const uint8_t *in,
                 size_t nblocks, uint8_t iv[8]);

/* Applies the cipher, or its inverse, to each of nblocks blocks. */
static inline void og_des_run_ecb(const og_des_ctx *ctx, og_des_ecb_fn *kernel, uint8_t *out,
                                  const uint8_t *in, size_t nblocks, int encrypt) {
    if (ctx->cipher == OG_DESX) {
        og_desx_ecb(ctx, kernel, out, in, nblocks, encrypt);
    } else {
        kernel(out, in, nblocks, ctx->ks, encrypt);
    }
}

/* Applies CBC to nblocks blocks with a kernel of that direction, and replaces iv by the last ciphertext
 * block. */
static inline void og_des_run_cbc(const og_des_ctx *ctx, og_des_cbc_fn *kernel, int encrypt, uint8_t *out,
                                  const uint8_t *in, size_t nblocks, uint8_t iv[8]) {
    if (ctx->cipher == OG_DESX) {
        og_desx_cbc(ctx, kernel, encrypt, out, in, nblocks, iv);
    } else {
        kernel(out, in, nblocks, ctx->ks, iv);
    }
}

#endif
