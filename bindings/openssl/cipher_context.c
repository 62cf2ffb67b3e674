/* SPDX-License-Identifier: MIT */
/* Creates, copies and starts the contexts of ciphers. */
#include "cipher.h"

#include <string.h>

#include <openssl/err.h>
#include <openssl/proverr.h>

#include "core/wipe.h"

void *ogp_cipher_new(void *provider, const ogp_cipher *spec) {
    ogp_cipher_ctx *ctx = ogp_alloc(provider, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provider;
        ctx->spec = spec;
        ctx->padding = 1;
    }
    return ctx;
}

void ogp_cipher_free(void *cipher) {
    ogp_cipher_ctx *ctx = cipher;
    if (ctx != NULL) {
        ogp_free(ctx->provider, ctx, sizeof *ctx);
    }
}

void *ogp_cipher_dup(void *cipher) {
    const ogp_cipher_ctx *from = cipher;
    ogp_cipher_ctx *ctx = ogp_alloc(from->provider, sizeof *ctx);
    if (ctx != NULL) {
        *ctx = *from;
    }
    return ctx;
}

int ogp_cipher_has_key(const ogp_cipher_ctx *ctx) {
    return ctx->has_key ? 1 : OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_NO_KEY_SET));
}

int ogp_cipher_run(ogp_cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size) {
    return OGP_OK(ctx->provider, og_des_update(&ctx->des, out, in, size));
}

/* Starts a message with a new key, or with the key that the context has. The IV is the last one that an init
 * had. Without any the chaining block remains, as in the other providers. */
static int start(ogp_cipher_ctx *ctx, const unsigned char *key) {
    const ogp_cipher *spec = ctx->spec;
    const size_t iv_size = spec->mode == OG_ECB ? 0 : OG_DES_BLOCK_SIZE;
    uint8_t iv[OG_DES_BLOCK_SIZE];
    unsigned used;
    int status = OG_OK;
    memcpy(iv, ctx->iv, sizeof iv);
    if (!ctx->has_iv && ctx->has_key && iv_size > 0) {
        status = og_des_get_position(&ctx->des, iv, &used);
    }
    if (status == OG_OK && key != NULL) {
        ctx->has_key = 0;
        status = og_des_init(&ctx->des, spec->cipher, spec->mode, ctx->encrypt, key,
                             og_des_key_size(spec->cipher), iv, iv_size, OG_DES_CHECK_NONE);
        ctx->has_key = status == OG_OK;
    } else if (status == OG_OK && ctx->has_key) {
        status = og_des_restart(&ctx->des, ctx->encrypt, iv, iv_size);
    }
    og_wipe(iv, sizeof iv);
    return OGP_OK(ctx->provider, status);
}

static int init(ogp_cipher_ctx *ctx, const unsigned char *key, size_t key_size, const unsigned char *iv,
                size_t iv_size, const OSSL_PARAM params[], int encrypt) {
    ctx->encrypt = (uint8_t)encrypt;
    ctx->held_size = 0;
    ctx->num = 0;
    if (iv != NULL) {
        if (iv_size != ctx->spec->iv_size) {
            return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_IV_LENGTH));
        }
        memcpy(ctx->iv, iv, iv_size);
        ctx->has_iv = 1;
    }
    if (key != NULL && key_size != og_des_key_size(ctx->spec->cipher)) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_KEY_LENGTH));
    }
    return start(ctx, key) && ogp_cipher_set_ctx_params(ctx, params);
}

int ogp_cipher_encrypt_init(void *cipher, const unsigned char *key, size_t key_size, const unsigned char *iv,
                            size_t iv_size, const OSSL_PARAM params[]) {
    return init(cipher, key, key_size, iv, iv_size, params, 1);
}

int ogp_cipher_decrypt_init(void *cipher, const unsigned char *key, size_t key_size, const unsigned char *iv,
                            size_t iv_size, const OSSL_PARAM params[]) {
    return init(cipher, key, key_size, iv, iv_size, params, 0);
}
