/* SPDX-License-Identifier: MIT */
/*
 * Starts a context again, and saves and restores its position in a message.
 *
 * A position is 8 bytes and the number of bytes of key stream used. In CFB64 and OFB, OpenSSL's functions of
 * libdes keep both the chaining block and the rest of the key stream in these 8 bytes, so a position has the
 * same form in both libraries. A context stores them apart, because a kernel computes many blocks of key
 * stream at once.
 */
#include <oldguard/des.h>

#include <string.h>

#include "core/bytes.h"
#include "core/wipe.h"
#include "des/des_cipher.h"

/* Returns 1 for the modes that use a block of key stream byte by byte. */
static int is_stream(const og_des_ctx *ctx) {
    return ctx->mode == OG_CFB64 || ctx->mode == OG_OFB || ctx->mode == OG_CTR;
}

OG_CLEARED(og_burn_small_stack, og_des_get_position, (const og_des_ctx *ctx, uint8_t iv[8], unsigned *used),
           (ctx, iv, used)) {
    if (ctx == NULL || iv == NULL || used == NULL) {
        return OG_ERR_NULL;
    }
    if (ctx->mode == OG_ECB) {
        return OG_ERR_ARGUMENT;
    }
    memcpy(iv, ctx->iv, 8);
    if (ctx->mode == OG_CFB64 && ctx->used > 0) {
        memcpy(iv + ctx->used, ctx->stream + ctx->used, 8u - ctx->used);
    }
    *used = ctx->used;
    return OG_OK;
}

/* Computes the block of key stream before the counter `next`. */
static int counter_stream(const og_des_ctx *ctx, const uint8_t next[8], uint8_t stream[8]) {
    og_des_ecb_fn *ecb = og_des_ecb_kernel(ctx, 8);
    if (ecb == NULL) {
        return og_dispatch_status();
    }
    og_store64be(stream, og_load64be(next) - 1);
    og_des_run_ecb(ctx, ecb, stream, stream, 1, 1);
    return OG_OK;
}

OG_CLEARED(og_burn_small_stack, og_des_set_position, (og_des_ctx * ctx, const uint8_t iv[8], unsigned used),
           (ctx, iv, used)) {
    if (ctx == NULL || iv == NULL) {
        return OG_ERR_NULL;
    }
    if (ctx->mode == OG_ECB || used >= 8 || (used > 0 && !is_stream(ctx))) {
        return OG_ERR_ARGUMENT;
    }
    uint8_t stream[8] = {0};
    int status = OG_OK;
    if (ctx->mode == OG_CTR && used > 0) {
        status = counter_stream(ctx, iv, stream);
    } else if (used > 0) {
        memcpy(stream, iv, 8);
    }
    if (status == OG_OK) {
        memcpy(ctx->stream, stream, 8);
        memcpy(ctx->iv, iv, 8);
        ctx->used = (uint8_t)used;
    }
    og_wipe(stream, sizeof stream);
    return status;
}

OG_CLEARED(og_burn_small_stack, og_des_restart,
           (og_des_ctx * ctx, int encrypt, const uint8_t *iv, size_t iv_size), (ctx, encrypt, iv, iv_size)) {
    if (ctx == NULL || (iv == NULL && iv_size > 0)) {
        return OG_ERR_NULL;
    }
    if (iv_size != (ctx->mode == OG_ECB ? 0 : 8)) {
        return OG_ERR_LENGTH;
    }
    ctx->encrypt = encrypt != 0;
    return iv_size == 0 ? OG_OK : og_des_set_position(ctx, iv, 0);
}
