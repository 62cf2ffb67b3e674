/* SPDX-License-Identifier: MIT */
/* DES and Triple DES in their modes, on top of the kernels of des.ecb, des.cbc_* and des3.*. */
#include <oldguard/des.h>

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"
#include "des/des_key.h"

/* Blocks of key stream made at a time where a mode lets them be made ahead: twice what the widest
 * kernel takes, which has the round keys to unfold at each call. */
#define AHEAD 1024

size_t og_des_key_size(og_des_cipher cipher) {
    return (unsigned)cipher <= OG_DES_EDE3 ? OG_DES_KEY_SIZE * ((size_t)cipher + 1) : 0;
}

static int is_triple(const og_des_ctx *ctx) { return ctx->cipher != OG_DES; }

static og_op ecb_op(const og_des_ctx *ctx) { return is_triple(ctx) ? OG_OP_DES3_ECB : OG_OP_DES_ECB; }

static og_op cbc_op(const og_des_ctx *ctx, int encrypt) {
    if (encrypt) {
        return is_triple(ctx) ? OG_OP_DES3_CBC_ENC : OG_OP_DES_CBC_ENC;
    }
    return is_triple(ctx) ? OG_OP_DES3_CBC_DEC : OG_OP_DES_CBC_DEC;
}

/* The forward cipher, which every mode but ECB and CBC decryption runs on. */
static void encrypt_blocks(const og_des_ctx *ctx, og_des_ecb_fn *ecb, uint8_t *out, const uint8_t *in,
                           size_t nblocks) {
    ecb(out, in, nblocks, ctx->ks, 1);
}

static void xor_blocks(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t nblocks) {
    for (size_t i = 0; i < 8 * nblocks; i += 8) {
        og_store64le(out + i, og_load64le(a + i) ^ og_load64le(b + i));
    }
}

/* Writes the counter of CTR and steps it, modulo 2^64. */
static void take_counter(og_des_ctx *ctx, uint8_t block[8]) {
    memcpy(block, ctx->iv, 8);
    og_store64be(ctx->iv, og_load64be(ctx->iv) + 1);
}

/* OFB and CFB64 encryption: makes the next block of key stream in ctx->stream. */
static void next_stream(og_des_ctx *ctx, og_des_ecb_fn *ecb) {
    encrypt_blocks(ctx, ecb, ctx->stream, ctx->iv, 1);
    if (ctx->mode == OG_OFB) {
        memcpy(ctx->iv, ctx->stream, 8);
    }
}

/* OFB, CTR and CFB64 byte by byte: no more bytes than ctx->stream has left. */
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

/* CTR and CFB64 decryption: the cipher's inputs are known ahead. Whole blocks, and with them the key
 * stream of one more, where only some bytes of it are at hand, into ctx->stream. */
static void stream_ahead(og_des_ctx *ctx, og_des_ecb_fn *ecb, uint8_t *out, const uint8_t *in, size_t nblocks,
                         int one_more) {
    uint8_t pad[8 * (AHEAD + 1)];
    while (nblocks > 0 || one_more) {
        const size_t n = nblocks < AHEAD ? nblocks : AHEAD;
        const size_t made = n + (n == nblocks && one_more);
        if (ctx->mode == OG_CTR) {
            for (size_t i = 0; i < made; i++) {
                take_counter(ctx, pad + 8 * i);
            }
        } else {
            memcpy(pad, ctx->iv, 8);
            memcpy(pad + 8, in, 8 * (made - 1));
            if (n > 0) {
                memcpy(ctx->iv, in + 8 * (n - 1), 8);
            }
        }
        encrypt_blocks(ctx, ecb, pad, pad, made);
        xor_blocks(out, in, pad, n);
        if (made > n) {
            memcpy(ctx->stream, pad + 8 * n, 8);
            one_more = 0;
        }
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_wipe(pad, sizeof pad);
}

/* OFB and CFB64 encryption, whole blocks: each block of key stream needs the one before. Both are
 * CBC encryption that starts from zeros: of the IV and then zeros (OFB), of the IV and then the
 * plaintext (CFB64), which the chain adds to the key stream as it goes. */
static void stream_chained(og_des_ctx *ctx, og_des_cbc_fn *cbc_enc, uint8_t *out, const uint8_t *in,
                           size_t nblocks) {
    uint8_t pad[8 * AHEAD];
    uint8_t chain[8];
    while (nblocks > 0) {
        const size_t n = nblocks < AHEAD ? nblocks : AHEAD;
        memset(chain, 0, sizeof chain);
        memcpy(pad, ctx->iv, 8);
        if (ctx->mode == OG_OFB) {
            memset(pad + 8, 0, 8 * (n - 1));
        } else {
            memcpy(pad + 8, in, 8 * (n - 1));
        }
        cbc_enc(pad, pad, n, ctx->ks, chain);
        xor_blocks(out, in, pad, n);
        memcpy(ctx->iv, ctx->mode == OG_OFB ? chain : out + 8 * (n - 1), 8);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_wipe(pad, sizeof pad);
    og_wipe(chain, sizeof chain);
}

static int is_chained(const og_des_ctx *ctx) {
    return ctx->mode == OG_OFB || (ctx->mode == OG_CFB64 && ctx->encrypt);
}

/* Runs OFB, CTR and CFB64. cbc_enc: for the chained modes, else NULL. */
static void stream(og_des_ctx *ctx, og_des_ecb_fn *ecb, og_des_cbc_fn *cbc_enc, uint8_t *out,
                   const uint8_t *in, size_t size) {
    if (size == 0) { /* out and in may be NULL, to which not even 0 may be added */
        return;
    }
    size_t head = (8 - ctx->used) % 8;
    if (head > size) {
        head = size;
    }
    stream_bytes(ctx, out, in, head);
    const size_t whole = (size - head) / 8, rest = (size - head) % 8;
    out += head;
    in += head;
    if (cbc_enc == NULL) {
        stream_ahead(ctx, ecb, out, in, whole, rest > 0);
    } else {
        stream_chained(ctx, cbc_enc, out, in, whole);
        if (rest > 0) {
            next_stream(ctx, ecb);
        }
    }
    stream_bytes(ctx, out + 8 * whole, in + 8 * whole, rest);
}

static void cfb8(og_des_ctx *ctx, og_des_ecb_fn *ecb, uint8_t *out, const uint8_t *in, size_t size) {
    for (size_t i = 0; i < size; i++) {
        encrypt_blocks(ctx, ecb, ctx->stream, ctx->iv, 1);
        const uint8_t taken = in[i]; /* read here, or the stack keeps it during the call */
        out[i] = taken ^ ctx->stream[0];
        og_store64be(ctx->iv, og_load64be(ctx->iv) << 8 | (ctx->encrypt ? out[i] : taken));
    }
}

static void cfb1(og_des_ctx *ctx, og_des_ecb_fn *ecb, uint8_t *out, const uint8_t *in, size_t bits) {
    for (size_t i = 0; i < bits; i++) {
        const unsigned at = 7 - i % 8;
        encrypt_blocks(ctx, ecb, ctx->stream, ctx->iv, 1);
        const unsigned taken = in[i / 8] >> at & 1u;
        const unsigned given = taken ^ ctx->stream[0] >> 7;
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << at)) | given << at);
        og_store64be(ctx->iv, og_load64be(ctx->iv) << 1 | (ctx->encrypt ? given : taken));
    }
}

/* Checks and expands the cipher's keys; ks[2] = ks[0] for two of them. */
static int set_keys(og_des_ctx *ctx, const uint8_t *key, unsigned checks) {
    const size_t keys = (size_t)ctx->cipher + 1;
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
    return OG_OK;
}

static int init(og_des_ctx *ctx, og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
                size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks) {
    if ((unsigned)cipher > OG_DES_EDE3 || (unsigned)mode > OG_CTR) {
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

int og_des_init(og_des_ctx *ctx, og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
                size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks) {
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

int og_des_update(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    if (ctx == NULL || ((out == NULL || in == NULL) && size > 0)) {
        return OG_ERR_NULL;
    }
    if ((ctx->mode == OG_ECB || ctx->mode == OG_CBC) && size % 8 != 0) {
        return OG_ERR_LENGTH;
    }
    if (ctx->mode == OG_CFB1 && size > SIZE_MAX / 8) {
        return OG_ERR_TOO_LONG;
    }
    /* Feedback modes have one block at a time, whatever the size. */
    const int serial = ctx->mode == OG_CFB1 || ctx->mode == OG_CFB8 || is_chained(ctx);
    const og_op op = ctx->mode == OG_CBC ? cbc_op(ctx, ctx->encrypt) : ecb_op(ctx);
    const size_t blocks = serial ? 1 : size / 8 + (size % 8 != 0);
    const og_fn fn = og_dispatch(op, blocks <= SIZE_MAX / 8 ? 8 * blocks : SIZE_MAX);
    if (fn == NULL) {
        return og_dispatch_status();
    }
    const og_fn chain = is_chained(ctx) ? og_dispatch(cbc_op(ctx, 1), size) : NULL;
    if (is_chained(ctx) && chain == NULL) {
        return og_dispatch_status();
    }
    switch ((og_des_mode)ctx->mode) {
    case OG_ECB:
        ((og_des_ecb_fn *)fn)(out, in, size / 8, ctx->ks, ctx->encrypt);
        break;
    case OG_CBC:
        ((og_des_cbc_fn *)fn)(out, in, size / 8, ctx->ks, ctx->iv);
        break;
    case OG_CFB1:
        cfb1(ctx, (og_des_ecb_fn *)fn, out, in, 8 * size);
        break;
    case OG_CFB8:
        cfb8(ctx, (og_des_ecb_fn *)fn, out, in, size);
        break;
    case OG_CFB64:
    case OG_OFB:
    case OG_CTR:
        stream(ctx, (og_des_ecb_fn *)fn, (og_des_cbc_fn *)chain, out, in, size);
        break;
    }
    return OG_OK;
}

int og_des_update_bits(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bits) {
    if (ctx == NULL || ((out == NULL || in == NULL) && bits > 0)) {
        return OG_ERR_NULL;
    }
    if (ctx->mode != OG_CFB1) {
        return OG_ERR_ARGUMENT;
    }
    const og_fn fn = og_dispatch(ecb_op(ctx), 8);
    if (fn == NULL) {
        return og_dispatch_status();
    }
    cfb1(ctx, (og_des_ecb_fn *)fn, out, in, bits);
    return OG_OK;
}

void og_des_wipe(og_des_ctx *ctx) {
    if (ctx != NULL) {
        og_wipe(ctx, sizeof *ctx);
    }
}

int og_des_crypt(og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key, size_t key_size,
                 const uint8_t *iv, size_t iv_size, unsigned checks, uint8_t *out, const uint8_t *in,
                 size_t size) {
    og_des_ctx ctx;
    int status = og_des_init(&ctx, cipher, mode, encrypt, key, key_size, iv, iv_size, checks);
    if (status == OG_OK) {
        status = og_des_update(&ctx, out, in, size);
    }
    og_des_wipe(&ctx);
    return status;
}
