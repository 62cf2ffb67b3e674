/* SPDX-License-Identifier: MIT */
/*
 * DESX: C = outer ^ E(P ^ inner) with the cipher E of DES (J. Kilian, P. Rogaway, "How to protect DES against
 * exhaustive key search (an analysis of DESX)", Journal of Cryptology 14 (2001), section 1). The order of the
 * keys in a context is that of RSA's BSAFE and of OpenSSL's DES_xcbc_encrypt.
 *
 * CBC runs on the kernels of DES. With D[i] = C[i] ^ outer and D[0] = IV ^ outer,
 *
 *     encryption   D[i] = E((P[i] ^ inner ^ outer) ^ D[i-1])
 *     decryption   P[i] = (E^-1(D[i]) ^ D[i-1]) ^ inner ^ outer
 *
 * is the CBC of DES, with a constant added to every block before and after it. The additions take two more
 * passes over data that the first-level cache holds.
 */
#include "des/des_cipher.h"

#include "core/bytes.h"

/* Blocks per kernel call: 8 KiB, twice the batch of the widest kernel. */
#define BATCH 1024

enum { INNER = 1, OUTER = 2 };

/* Adds the selected keys to each block. Reads them from the context each time, because a kernel would save a
 * register that holds one on the stack. */
static void add(const og_des_ctx *ctx, unsigned keys, uint8_t *out, const uint8_t *in, size_t nblocks) {
    const uint64_t inner = og_load64le(ctx->inner), outer = og_load64le(ctx->outer);
    const uint64_t sum = (keys & INNER ? inner : 0) ^ (keys & OUTER ? outer : 0);
    for (size_t i = 0; i < 8 * nblocks; i += 8) {
        og_store64le(out + i, og_load64le(in + i) ^ sum);
    }
}

void og_desx_ecb(const og_des_ctx *ctx, og_des_ecb_fn *kernel, uint8_t *out, const uint8_t *in,
                 size_t nblocks, int encrypt) {
    while (nblocks > 0) {
        const size_t n = nblocks < BATCH ? nblocks : BATCH;
        add(ctx, encrypt ? INNER : OUTER, out, in, n);
        kernel(out, out, n, ctx->ks, encrypt);
        add(ctx, encrypt ? OUTER : INNER, out, out, n);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
}

void og_desx_cbc(const og_des_ctx *ctx, og_des_cbc_fn *kernel, int encrypt, uint8_t *out, const uint8_t *in,
                 size_t nblocks, uint8_t iv[8]) {
    add(ctx, OUTER, iv, iv, 1);
    while (nblocks > 0) {
        const size_t n = nblocks < BATCH ? nblocks : BATCH;
        add(ctx, encrypt ? INNER | OUTER : OUTER, out, in, n);
        kernel(out, out, n, ctx->ks, iv);
        add(ctx, encrypt ? OUTER : INNER | OUTER, out, out, n);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    add(ctx, OUTER, iv, iv, 1);
}
