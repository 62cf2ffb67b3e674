/* SPDX-License-Identifier: MIT */
/* MACs with DES, on top of the kernels of des.cbc_enc and des3.cbc_enc. A MAC is their final chaining block.
 * The ciphertext is written to a scratch buffer. */
#include <oldguard/des_mac.h>

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/ranges.h"
#include "core/wipe.h"

/* Blocks of ciphertext per kernel call. */
#define SCRATCH_BLOCKS 64

/* Continues the chain over nblocks blocks. */
static int chain_blocks(og_des_mac_ctx *ctx, int triple, const uint8_t *in, size_t nblocks) {
    uint8_t scratch[8 * SCRATCH_BLOCKS];
    const og_op op = triple ? OG_OP_DES3_CBC_ENC : OG_OP_DES_CBC_ENC;
    og_des_cbc_fn *cbc = (og_des_cbc_fn *)og_dispatch(op, 8 * nblocks);
    if (cbc == NULL) {
        return og_dispatch_status();
    }
    size_t used = 0;
    while (nblocks > 0) {
        const size_t n = nblocks < SCRATCH_BLOCKS ? nblocks : SCRATCH_BLOCKS;
        cbc(scratch, in, n, ctx->ks, ctx->chain);
        used = used > n ? used : n;
        in += 8 * n;
        nblocks -= n;
    }
    og_wipe(scratch, 8 * used);
    return OG_OK;
}

/* Returns 1 if all blocks but the last use Triple DES. */
static int chains_triple(const og_des_mac_ctx *ctx) {
    return ctx->cipher != OG_DES && ctx->algorithm != OG_MAC_RETAIL;
}

/* Adds a subkey of CMAC to the last block: the encrypted zero block, doubled once or twice in GF(2^64)
 * (SP 800-38B section 6.1). */
static int mask_last(og_des_mac_ctx *ctx, unsigned doublings) {
    uint8_t sum[8];
    const uint8_t zeros[8] = {0};
    memcpy(sum, ctx->chain, 8);
    memset(ctx->chain, 0, 8);
    const int status = chain_blocks(ctx, chains_triple(ctx), zeros, 1);
    uint64_t subkey = og_load64be(ctx->chain);
    for (; doublings > 0; doublings--) {
        subkey = subkey << 1 ^ (0x1b & (0 - (subkey >> 63)));
    }
    og_store64be(ctx->last, og_load64be(ctx->last) ^ subkey);
    memcpy(ctx->chain, sum, 8);
    og_wipe(sum, sizeof sum);
    return status;
}

/* Pads the last block, and masks it for CMAC. */
static int pad_last(og_des_mac_ctx *ctx) {
    const unsigned held = ctx->held;
    const int bit = ctx->padding == OG_MAC_PAD_BIT || (ctx->padding == OG_MAC_PAD_OWN && held < 8);
    if (bit && held == 8) {
        const int status = chain_blocks(ctx, chains_triple(ctx), ctx->last, 1);
        if (status != OG_OK) {
            return status;
        }
    }
    const unsigned kept = bit && held == 8 ? 0 : held;
    memset(ctx->last + kept, 0, 8 - kept);
    if (bit) {
        ctx->last[kept] = 0x80;
    }
    return ctx->algorithm == OG_MAC_CMAC ? mask_last(ctx, held == 8 ? 1 : 2) : OG_OK;
}

/* Processes the last block. The chain then holds the whole MAC. */
static int finish(og_des_mac_ctx *ctx, size_t mac_size) {
    if (mac_size < 1 || mac_size > OG_DES_MAC_SIZE ||
        (ctx->padding == OG_MAC_PAD_LENGTH && ctx->size != ctx->announced)) {
        return OG_ERR_LENGTH;
    }
    const int status = pad_last(ctx);
    return status != OG_OK ? status : chain_blocks(ctx, ctx->cipher != OG_DES, ctx->last, 1);
}

/* Expands the keys of the context's cipher. */
static int set_keys(og_des_mac_ctx *ctx, const uint8_t *key, size_t key_size, unsigned checks) {
    og_des_ctx keys;
    const int status =
        og_des_init(&keys, (og_des_cipher)ctx->cipher, OG_ECB, 1, key, key_size, NULL, 0, checks);
    memcpy(ctx->ks, keys.ks, sizeof ctx->ks);
    og_des_wipe(&keys);
    return status;
}

/* Returns 1 for a valid combination of algorithm, padding and cipher. */
static int is_valid(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher) {
    return (unsigned)algorithm <= OG_MAC_CMAC && (unsigned)padding <= OG_MAC_PAD_LENGTH &&
           (algorithm == OG_MAC_CMAC) == (padding == OG_MAC_PAD_OWN) && (unsigned)cipher <= OG_DES_EDE3 &&
           (algorithm != OG_MAC_RETAIL || cipher == OG_DES_EDE);
}

static int init(og_des_mac_ctx *ctx, const uint8_t *key, size_t key_size, unsigned checks) {
    if (ctx->padding == OG_MAC_PAD_LENGTH && ctx->announced > UINT64_MAX / 8) {
        return OG_ERR_TOO_LONG;
    }
    const int status = set_keys(ctx, key, key_size, checks);
    if (status != OG_OK || ctx->padding != OG_MAC_PAD_LENGTH) {
        return status;
    }
    uint8_t length[8];
    og_store64be(length, 8 * ctx->announced);
    return chain_blocks(ctx, chains_triple(ctx), length, 1);
}

OG_CLEARED(og_burn_stack, og_des_mac_init,
           (og_des_mac_ctx * ctx, og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
            const uint8_t *key, size_t key_size, uint64_t size, unsigned checks),
           (ctx, algorithm, padding, cipher, key, key_size, size, checks)) {
    if (ctx == NULL) {
        return OG_ERR_NULL;
    }
    memset(ctx, 0, sizeof *ctx);
    if (!is_valid(algorithm, padding, cipher)) {
        return OG_ERR_ARGUMENT;
    }
    ctx->algorithm = (uint8_t)algorithm;
    ctx->padding = (uint8_t)padding;
    ctx->cipher = (uint8_t)cipher;
    ctx->announced = size;
    const int status = init(ctx, key, key_size, checks);
    if (status != OG_OK) {
        og_des_mac_wipe(ctx);
    }
    return status;
}

OG_CLEARED(og_burn_stack, og_des_mac_update, (og_des_mac_ctx * ctx, const void *data, size_t size),
           (ctx, data, size)) {
    if (ctx == NULL || (data == NULL && size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_fits(data, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    const uint8_t *in = data;
    size_t left = size;
    int status = OG_OK;
    if (left > 8u - ctx->held) { /* the kept block is not the last one */
        if (ctx->held > 0) {
            const size_t n = 8u - ctx->held;
            memcpy(ctx->last + ctx->held, in, n);
            in += n;
            left -= n;
            status = chain_blocks(ctx, chains_triple(ctx), ctx->last, 1);
            ctx->held = 0;
        }
        const size_t whole = (left - 1) / 8; /* at least one byte remains */
        if (status == OG_OK && whole > 0) {
            status = chain_blocks(ctx, chains_triple(ctx), in, whole);
        }
        in += 8 * whole;
        left -= 8 * whole;
    }
    if (status == OG_OK && left > 0) {
        memcpy(ctx->last + ctx->held, in, left);
        ctx->held = (uint8_t)(ctx->held + left);
    }
    ctx->size += size;
    return status;
}

OG_CLEARED(og_burn_stack, og_des_mac_final, (og_des_mac_ctx * ctx, uint8_t *mac, size_t mac_size),
           (ctx, mac, mac_size)) {
    if (ctx == NULL || mac == NULL) {
        return OG_ERR_NULL;
    }
    const int status = finish(ctx, mac_size);
    if (status == OG_OK) {
        memcpy(mac, ctx->chain, mac_size);
    }
    og_des_mac_wipe(ctx);
    return status;
}

OG_CLEARED(og_burn_stack, og_des_mac_verify, (og_des_mac_ctx * ctx, const uint8_t *mac, size_t mac_size),
           (ctx, mac, mac_size)) {
    if (ctx == NULL || mac == NULL) {
        return OG_ERR_NULL;
    }
    int status = finish(ctx, mac_size);
    if (status == OG_OK) {
        unsigned difference = 0;
        for (size_t i = 0; i < mac_size; i++) {
            difference |= (unsigned)(ctx->chain[i] ^ mac[i]);
        }
        status = difference == 0 ? OG_OK : OG_ERR_MAC;
    }
    og_des_mac_wipe(ctx);
    return status;
}

void og_des_mac_wipe(og_des_mac_ctx *ctx) {
    if (ctx != NULL) {
        og_wipe(ctx, sizeof *ctx);
    }
}

OG_CLEARED(og_burn_stack, og_des_mac,
           (og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher, const uint8_t *key,
            size_t key_size, const void *data, size_t size, unsigned checks, uint8_t *mac, size_t mac_size),
           (algorithm, padding, cipher, key, key_size, data, size, checks, mac, mac_size)) {
    og_des_mac_ctx ctx;
    int status = og_des_mac_init(&ctx, algorithm, padding, cipher, key, key_size, size, checks);
    if (status == OG_OK) {
        status = og_des_mac_update(&ctx, data, size);
    }
    if (status == OG_OK) {
        status = og_des_mac_final(&ctx, mac, mac_size);
    }
    og_des_mac_wipe(&ctx);
    return status;
}
