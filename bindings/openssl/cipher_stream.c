/* SPDX-License-Identifier: MIT */
/* OFB and CFB, which take any number of bytes, and the call for one message in any mode. */
#include "cipher.h"

#include <openssl/err.h>
#include <openssl/proverr.h>

/* Encrypts or decrypts. With the parameter "use-bits" size is a number of bits. */
static int run(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
               size_t size) {
    if (size > OGP_SIZE_MOST || room < size) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    *written = size;
    if (ctx->spec->mode == OG_CFB1 && ctx->use_bits) {
        return OGP_OK(ctx->provider, og_des_update_bits(&ctx->des, out, in, size));
    }
    return ogp_cipher_run(ctx, out, in, size);
}

int ogp_stream_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                      size_t size) {
    ogp_cipher_ctx *ctx = cipher;
    *written = 0;
    return ogp_cipher_has_key(ctx) && (size == 0 || run(ctx, out, written, room, in, size));
}

int ogp_stream_final(void *cipher, unsigned char *out, size_t *written, size_t room) {
    (void)out;
    (void)room;
    *written = 0;
    return ogp_cipher_has_key(cipher);
}

int ogp_cipher_once(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                    size_t size) {
    ogp_cipher_ctx *ctx = cipher;
    *written = 0;
    if (!ogp_cipher_has_key(ctx)) {
        return 0;
    }
    if (size % ctx->spec->block != 0) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_WRONG_FINAL_BLOCK_LENGTH));
    }
    return run(ctx, out, written, room, in, size);
}
