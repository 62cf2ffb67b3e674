/* SPDX-License-Identifier: MIT */
/* ECB and CBC of the OpenSSL provider. */
#include "proof.h"

#include "cipher_block.c"

/* Bytes of the longest input and output: from the unfinished block to the last one there are two whole ones.
 */
#define LONGEST 24

static size_t processed; /* bytes that the cipher was asked for */

int ogp_cipher_has_key(const ogp_cipher_ctx *ctx) { return ctx->has_key; }

int ogp_tls_record(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room,
                   const unsigned char *in, size_t size) {
    (void)ctx, (void)out, (void)written, (void)room, (void)in, (void)size;
    return 0;
}

int ogp_raise_at(const ogp_provider *p, const char *function, int line, uint32_t reason, const char *format,
                 ...) {
    (void)p, (void)function, (void)line, (void)reason, (void)format;
    return 0;
}

int ogp_cipher_run(ogp_cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    (void)ctx;
    CLAIM(size > 0 && size % BLOCK == 0, "whole blocks");
    CLAIM(__CPROVER_r_ok(in, size) && __CPROVER_w_ok(out, size), "input and output");
    for (size_t i = 0; i < BLOCK; i++) {
        out[i] = nondet_u8();
    }
    processed += size;
    return nondet_int() != 0;
}

/* What every call leaves: fewer bytes than a block, or in decryption with padding also a whole one. */
static int is_held(const ogp_cipher_ctx *ctx) {
    return ctx->held_size < BLOCK || (ctx->held_size == BLOCK && !ctx->encrypt && ctx->padding);
}

static ogp_cipher_ctx any_context(void) {
    ogp_cipher_ctx ctx;
    ASSUME(ctx.encrypt <= 1 && ctx.padding <= 1 && ctx.has_key <= 1 && is_held(&ctx));
    ctx.tls_version = 0;
    return ctx;
}

void prove_block_update(void) {
    ogp_cipher_ctx ctx = any_context();
    const size_t before = ctx.held_size, size = nondet_size(), room = nondet_size();
    uint8_t from[LONGEST], to[LONGEST];
    size_t written;
    ASSUME(size <= LONGEST && room <= LONGEST);
    const int done =
        ogp_block_update(&ctx, to + (LONGEST - room), &written, room, from + (LONGEST - size), size);
    CLAIM(written <= room, "the output has room");
    if (!done) {
        CLAIM(written == 0, "no output after an error");
        REACHED("an error");
        return;
    }
    CLAIM(written == processed && written + ctx.held_size == before + size,
          "each byte is processed or waits");
    CLAIM(is_held(&ctx), "what waits");
    CLAIM(ctx.encrypt || !ctx.padding || ctx.held_size > 0 || before + size == 0, "the last block waits");
    REACHED("an update");
}

/* A size that libcrypto has made of a negative number. */
void prove_block_negative(void) {
    ogp_cipher_ctx ctx = any_context();
    const size_t size = nondet_size();
    uint8_t in[1], out[1];
    size_t written;
    ASSUME(size > OGP_SIZE_MOST);
    CLAIM(!ogp_block_update(&ctx, out, &written, nondet_size(), in, size) && written == 0, "refused");
    REACHED("a refusal");
}

void prove_block_final(void) {
    ogp_cipher_ctx ctx = any_context();
    const size_t room = nondet_size(), before = ctx.held_size;
    uint8_t to[2 * BLOCK];
    size_t written;
    ASSUME(room <= sizeof to);
    if (!ogp_block_final(&ctx, to + (sizeof to - room), &written, room)) {
        CLAIM(written == 0 || ctx.encrypt, "no plaintext after an error");
        REACHED("an error");
        return;
    }
    CLAIM(written <= room && written <= BLOCK, "the output has room");
    CLAIM(ctx.encrypt || !ctx.padding || written < BLOCK, "a last block has padding");
    CLAIM(ctx.held_size == 0, "nothing waits");
    CLAIM(ctx.padding || before == 0, "whole blocks without padding");
    REACHED("the end");
}
