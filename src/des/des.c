/* SPDX-License-Identifier: MIT */
/* The modes of DES, Triple DES and DESX (SP 800-38A section 6), on top of the kernels of des.ecb, des.cbc_*
 * and des3.*. */
#include <oldguard/des.h>

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "des/des_cipher.h"
#include "des/des_key.h"

/* Blocks of key stream per kernel call. This is twice the batch of the widest kernel, which expands the round
 * keys at each call. */
#define KEYSTREAM_BLOCKS 1024

size_t og_des_key_size(og_des_cipher cipher) {
    static const uint8_t sizes[] = {[OG_DES] = 8, [OG_DES_EDE] = 16, [OG_DES_EDE3] = 24, [OG_DESX] = 24};
    return (unsigned)cipher <= OG_DESX ? sizes[cipher] : 0;
}

static void xor_blocks(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t nblocks) {
    for (size_t i = 0; i < 8 * nblocks; i += 8) {
        og_store64le(out + i, og_load64le(a + i) ^ og_load64le(b + i));
    }
}

/* Writes n values of the counter of CTR, which it increments modulo 2^64 in a register. The empty assembly
 * hides the counter, which may be a secret. Otherwise the compiler ends the loop at a value of it. */
static void take_counters(og_des_ctx *ctx, uint8_t *blocks, size_t n) {
    uint64_t counter = og_load64be(ctx->iv);
    for (size_t i = 0; i < n; i++) {
        og_store64be(blocks + 8 * i, counter++);
        __asm__("" : "+r"(counter));
    }
    og_store64be(ctx->iv, counter);
}

/* Computes the next block of key stream of OFB or CFB64 encryption in ctx->stream. */
static void next_stream(og_des_ctx *ctx, og_des_ecb_fn *ecb) {
    og_des_run_ecb(ctx, ecb, ctx->stream, ctx->iv, 1, 1);
    if (ctx->mode == OG_OFB) {
        memcpy(ctx->iv, ctx->stream, 8);
    }
}

/* Processes size bytes of OFB, CTR or CFB64 with the key stream in ctx->stream, which must suffice. */
static void stream_bytes(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const uint8_t taken = in[i];
        out[i] = taken ^ ctx->stream[ctx->used];
        if (ctx->mode == OG_CFB64) {
            ctx->iv[ctx->used] = ctx->encrypt ? out[i] : taken;
        }
        ctx->used = (ctx->used + 1) % 8;
    }
}

/* Processes nblocks whole blocks of CTR or CFB64 decryption, whose cipher inputs are all known. With one_more
 * it also computes the key stream of the partial block that follows, in ctx->stream. */
__attribute__((noinline)) static void stream_ahead(og_des_ctx *ctx, og_des_ecb_fn *ecb, uint8_t *out,
                                                   const uint8_t *in, size_t nblocks, int one_more) {
    uint8_t pad[8 * (KEYSTREAM_BLOCKS + 1)];
    const size_t most = nblocks < KEYSTREAM_BLOCKS ? nblocks : KEYSTREAM_BLOCKS; /* blocks at a time */
    while (nblocks > 0 || one_more) {
        const size_t n = nblocks < KEYSTREAM_BLOCKS ? nblocks : KEYSTREAM_BLOCKS;
        const size_t made = n + (n == nblocks && one_more);
        if (ctx->mode == OG_CTR) {
            take_counters(ctx, pad, made);
        } else {
            memcpy(pad, ctx->iv, 8);
            memcpy(pad + 8, in, 8 * (made - 1));
            if (n > 0) {
                memcpy(ctx->iv, in + 8 * (n - 1), 8);
            }
        }
        og_des_run_ecb(ctx, ecb, pad, pad, made, 1);
        xor_blocks(out, in, pad, n);
        if (made > n) {
            memcpy(ctx->stream, pad + 8 * n, 8);
            one_more = 0;
        }
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_wipe(pad, 8 * (most + 1));
    og_burn_small_stack(); /* the kernel's frame, which lies deeper than og_des_update clears */
}

/* Processes nblocks whole blocks of OFB or CFB64 encryption, where each block of key stream depends on the
 * one before. Both are CBC encryption from a zero chaining block: OFB of the IV and zeros, CFB64 of the IV
 * and the plaintext. */
__attribute__((noinline)) static void stream_chained(og_des_ctx *ctx, og_des_cbc_fn *cbc_enc, uint8_t *out,
                                                     const uint8_t *in, size_t nblocks) {
    uint8_t pad[8 * KEYSTREAM_BLOCKS];
    uint8_t chain[8];
    while (nblocks > 0) {
        const size_t n = nblocks < KEYSTREAM_BLOCKS ? nblocks : KEYSTREAM_BLOCKS;
        memset(chain, 0, sizeof chain);
        memcpy(pad, ctx->iv, 8);
        if (ctx->mode == OG_OFB) {
            memset(pad + 8, 0, 8 * (n - 1));
        } else {
            memcpy(pad + 8, in, 8 * (n - 1));
        }
        og_des_run_cbc(ctx, cbc_enc, 1, pad, pad, n, chain);
        xor_blocks(out, in, pad, n);
        memcpy(ctx->iv, ctx->mode == OG_OFB ? chain : out + 8 * (n - 1), 8);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_wipe(pad, sizeof pad);
    og_wipe(chain, sizeof chain);
    og_burn_small_stack(); /* as above */
}

/* Returns 1 for OFB and CFB64 encryption. */
static int is_chained(const og_des_ctx *ctx) {
    return ctx->mode == OG_OFB || (ctx->mode == OG_CFB64 && ctx->encrypt);
}

/* Processes size bytes of OFB, CTR or CFB64. */
static int update_stream(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    const int chained = is_chained(ctx);
    og_des_ecb_fn *ecb = og_des_ecb_kernel(ctx, chained ? 8 : size);
    og_des_cbc_fn *cbc_enc = chained ? og_des_cbc_kernel(ctx, 1, size) : NULL;
    if (ecb == NULL || (chained && cbc_enc == NULL)) {
        return og_dispatch_status();
    }
    if (size == 0) { /* out and in may be NULL, and adding 0 to NULL is undefined */
        return OG_OK;
    }
    size_t head = (8 - ctx->used) % 8;
    if (head > size) {
        head = size;
    }
    stream_bytes(ctx, out, in, head);
    const size_t whole = (size - head) / 8, rest = (size - head) % 8;
    out += head;
    in += head;
    if (!chained) {
        stream_ahead(ctx, ecb, out, in, whole, rest > 0);
    } else {
        stream_chained(ctx, cbc_enc, out, in, whole);
        if (rest > 0) {
            next_stream(ctx, ecb);
        }
    }
    stream_bytes(ctx, out + 8 * whole, in + 8 * whole, rest);
    return OG_OK;
}

static int update_ecb(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    og_des_ecb_fn *ecb = og_des_ecb_kernel(ctx, size);
    if (ecb == NULL) {
        return og_dispatch_status();
    }
    og_des_run_ecb(ctx, ecb, out, in, size / 8, ctx->encrypt);
    return OG_OK;
}

static int update_cbc(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    og_des_cbc_fn *cbc = og_des_cbc_kernel(ctx, ctx->encrypt, size);
    if (cbc == NULL) {
        return og_dispatch_status();
    }
    og_des_run_cbc(ctx, cbc, ctx->encrypt, out, in, size / 8, ctx->iv);
    return OG_OK;
}

static int update_cfb8(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    og_des_ecb_fn *ecb = og_des_ecb_kernel(ctx, 8);
    if (ecb == NULL) {
        return og_dispatch_status();
    }
    for (size_t i = 0; i < size; i++) {
        og_des_run_ecb(ctx, ecb, ctx->stream, ctx->iv, 1, 1);
        const uint8_t taken = in[i]; /* read after the call, which would spill it to the stack */
        out[i] = taken ^ ctx->stream[0];
        og_store64be(ctx->iv, og_load64be(ctx->iv) << 8 | (ctx->encrypt ? out[i] : taken));
    }
    return OG_OK;
}

static int update_cfb1(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bits) {
    og_des_ecb_fn *ecb = og_des_ecb_kernel(ctx, 8);
    if (ecb == NULL) {
        return og_dispatch_status();
    }
    for (size_t i = 0; i < bits; i++) {
        const unsigned at = 7 - i % 8;
        og_des_run_ecb(ctx, ecb, ctx->stream, ctx->iv, 1, 1);
        const unsigned taken = in[i / 8] >> at & 1u;
        const unsigned given = taken ^ ctx->stream[0] >> 7;
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << at)) | given << at);
        og_store64be(ctx->iv, og_load64be(ctx->iv) << 1 | (ctx->encrypt ? given : taken));
    }
    return OG_OK;
}

/* Checks and expands the keys of the cipher. With two keys, ks[2] = ks[0]. The checks do not apply to the
 * inner and the outer key of DESX. */
static int set_keys(og_des_ctx *ctx, const uint8_t *key, unsigned checks) {
    const size_t keys = ctx->cipher == OG_DESX ? 1 : (size_t)ctx->cipher + 1;
    const int status = og_des_check_keys(key, keys, checks);
    if (status != OG_OK) {
        return status;
    }
    og_des_key_fn *expand = (og_des_key_fn *)og_dispatch(OG_OP_DES_KEY, OG_DES_KEY_SIZE);
    if (expand == NULL) {
        return og_dispatch_status();
    }
    for (size_t i = 0; i < keys; i++) {
        expand(&ctx->ks[i], key + 8 * i);
    }
    if (ctx->cipher == OG_DES_EDE) {
        ctx->ks[2] = ctx->ks[0];
    }
    if (ctx->cipher == OG_DESX) {
        memcpy(ctx->inner, key + 8, 8);
        memcpy(ctx->outer, key + 16, 8);
    }
    return OG_OK;
}

static int init(og_des_ctx *ctx, og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
                size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks) {
    if ((unsigned)cipher > OG_DESX || (unsigned)mode > OG_CTR) {
        return OG_ERR_ARGUMENT;
    }
    if (key == NULL || (iv == NULL && iv_size > 0)) {
        return OG_ERR_NULL;
    }
    if (key_size != og_des_key_size(cipher) || iv_size != (mode == OG_ECB ? 0 : 8)) {
        return OG_ERR_LENGTH;
    }
    ctx->cipher = (uint8_t)cipher;
    ctx->mode = (uint8_t)mode;
    ctx->encrypt = encrypt != 0;
    if (iv_size > 0) {
        memcpy(ctx->iv, iv, 8);
    }
    return set_keys(ctx, key, checks);
}

OG_CLEARED(og_burn_small_stack, og_des_init,
           (og_des_ctx * ctx, og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
            size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks),
           (ctx, cipher, mode, encrypt, key, key_size, iv, iv_size, checks)) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    memset(ctx, 0, sizeof *ctx);
    const int status = init(ctx, cipher, mode, encrypt, key, key_size, iv, iv_size, checks);
    if (status != OG_OK) {
        og_des_wipe(ctx);
    }
    return status;
}

OG_CLEARED(og_burn_small_stack, og_des_update,
           (og_des_ctx * ctx, uint8_t *out, const uint8_t *in, size_t size), (ctx, out, in, size)) {
    if (ctx == NULL || ((out == NULL || in == NULL) && size > 0)) {
        return OG_ERR_NULL;
    }
    if ((ctx->mode == OG_ECB || ctx->mode == OG_CBC) && size % 8 != 0) {
        return OG_ERR_LENGTH;
    }
    if (!og_fits(in, size, 1) || !og_fits(out, size, 1) || (ctx->mode == OG_CFB1 && size > SIZE_MAX / 8)) {
        return OG_ERR_TOO_LONG;
    }
    switch ((og_des_mode)ctx->mode) {
    case OG_ECB:
        return update_ecb(ctx, out, in, size);
    case OG_CBC:
        return update_cbc(ctx, out, in, size);
    case OG_CFB1:
        return update_cfb1(ctx, out, in, 8 * size);
    case OG_CFB8:
        return update_cfb8(ctx, out, in, size);
    case OG_CFB64:
    case OG_OFB:
    case OG_CTR:
        return update_stream(ctx, out, in, size);
    }
    return OG_ERR_ARGUMENT;
}

OG_CLEARED(og_burn_small_stack, og_des_update_bits,
           (og_des_ctx * ctx, uint8_t *out, const uint8_t *in, size_t bits), (ctx, out, in, bits)) {
    if (ctx == NULL || ((out == NULL || in == NULL) && bits > 0)) {
        return OG_ERR_NULL;
    }
    if (ctx->mode != OG_CFB1) {
        return OG_ERR_ARGUMENT;
    }
    const size_t size = bits / 8 + (bits % 8 != 0);
    if (!og_fits(in, size, 1) || !og_fits(out, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    return update_cfb1(ctx, out, in, bits);
}

void og_des_wipe(og_des_ctx *ctx) {
    if (ctx != NULL) {
        og_wipe(ctx, sizeof *ctx);
    }
}

OG_CLEARED(og_burn_stack, og_des_crypt,
           (og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key, size_t key_size,
            const uint8_t *iv, size_t iv_size, unsigned checks, uint8_t *out, const uint8_t *in, size_t size),
           (cipher, mode, encrypt, key, key_size, iv, iv_size, checks, out, in, size)) {
    og_des_ctx ctx;
    int status = og_des_init(&ctx, cipher, mode, encrypt, key, key_size, iv, iv_size, checks);
    if (status == OG_OK) {
        status = og_des_update(&ctx, out, in, size);
    }
    og_des_wipe(&ctx);
    return status;
}
