/* SPDX-License-Identifier: MIT */
/* ECB and CBC with the padding of PKCS #7 (RFC 5652 section 6.3): 1 to 8 bytes, each with their number. */
#include "cipher.h"

#include <string.h>

#include <openssl/err.h>
#include <openssl/proverr.h>

#include "core/wipe.h"

#define BLOCK OG_DES_BLOCK_SIZE

/* Appends size bytes to those that wait. */
static void hold(ogp_cipher_ctx *ctx, const unsigned char *in, size_t size) {
    if (size > 0) {
        memcpy(ctx->held + ctx->held_size, in, size);
        ctx->held_size += size;
    }
}

int ogp_block_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                     size_t size) {
    ogp_cipher_ctx *ctx = cipher;
    *written = 0;
    if (!ogp_cipher_has_key(ctx)) {
        return 0;
    }
    if (ctx->tls_version != 0) {
        return ogp_tls_record(ctx, out, written, room, in, size);
    }
    /* In decryption with padding the last block waits for the end. */
    const size_t total = ctx->held_size + size, kept = !ctx->encrypt && ctx->padding && total > 0;
    const size_t whole = (total - kept) / BLOCK * BLOCK;
    if (size > OGP_SIZE_MOST || room < whole) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    size_t left = whole;
    if (whole > 0 && ctx->held_size > 0) {
        const size_t head = BLOCK - ctx->held_size;
        hold(ctx, in, head);
        if (!ogp_cipher_run(ctx, out, ctx->held, BLOCK)) {
            return 0;
        }
        ctx->held_size = 0;
        in += head;
        size -= head;
        out += BLOCK;
        left -= BLOCK;
    }
    if (left > 0 && !ogp_cipher_run(ctx, out, in, left)) {
        return 0;
    }
    hold(ctx, left > 0 ? in + left : in, size - left);
    *written = whole;
    return 1;
}

/* Writes the number of message bytes in the last block to *size, or returns 0 if the padding is wrong. The
 * time reveals that alone. */
static int unpad(const uint8_t block[BLOCK], size_t *size) {
    const unsigned padding = block[BLOCK - 1];
    unsigned wrong = (padding - 1) / BLOCK; /* 0 for 1 to 8 */
    for (unsigned i = 0; i < BLOCK; i++) {
        const unsigned inside = 0u - ((BLOCK - 1 - i - padding) >> 31); /* all ones for a byte of padding */
        wrong |= inside & (block[i] ^ padding);
    }
    *size = BLOCK - padding;
    return wrong == 0;
}

/* Decrypts the last block and writes it without its padding. */
static int decrypt_last(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room) {
    uint8_t block[BLOCK];
    size_t size = BLOCK;
    int done = ogp_cipher_run(ctx, block, ctx->held, BLOCK);
    if (done && ctx->padding && !unpad(block, &size)) {
        done = OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_BAD_DECRYPT));
    }
    if (done && room < size) {
        done = OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    if (done) {
        memcpy(out, block, size);
        *written = size;
        ctx->held_size = 0;
    }
    og_wipe(block, sizeof block);
    return done;
}

/* Fills the last block with padding and encrypts it. */
static int encrypt_last(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room) {
    const uint8_t padding = (uint8_t)(BLOCK - ctx->held_size);
    if (room < BLOCK) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    memset(ctx->held + ctx->held_size, padding, padding);
    ctx->held_size = 0;
    *written = BLOCK;
    return ogp_cipher_run(ctx, out, ctx->held, BLOCK);
}

int ogp_block_final(void *cipher, unsigned char *out, size_t *written, size_t room) {
    ogp_cipher_ctx *ctx = cipher;
    *written = 0;
    if (!ogp_cipher_has_key(ctx)) {
        return 0;
    }
    if (ctx->tls_version != 0) { /* each record is complete */
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_CIPHER_OPERATION_FAILED));
    }
    if (ctx->encrypt && ctx->padding) {
        return encrypt_last(ctx, out, written, room);
    }
    if (ctx->held_size == BLOCK) {
        return decrypt_last(ctx, out, written, room);
    }
    if (ctx->held_size > 0 || ctx->padding) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_WRONG_FINAL_BLOCK_LENGTH));
    }
    return 1;
}
