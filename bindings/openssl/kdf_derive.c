/* SPDX-License-Identifier: MIT */
/* PBKDF2 and PKCS12KDF. The order of the checks is that of the default provider. */
#include "kdf.h"

#include <openssl/err.h>
#include <openssl/proverr.h>

/* OpenSSL's number of iterations unless a caller sets one. */
#define DEFAULT_ITERATIONS 2048

/* The least size of a key in bytes by SP 800-132: 112 bits. */
#define STRICT_SIZE 14

static int derive_pbkdf2(ogp_kdf_ctx *ctx, uint8_t *out, size_t size) {
    if (ctx->hash == OGP_OTHER_DIGEST) {
        return ogp_kdf_hand_over(ctx, out, size);
    }
    if (size / og_hash_size((og_hash)ctx->hash) >= UINT32_MAX) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_KEY_LENGTH));
    }
    if (ctx->strict && size < STRICT_SIZE) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_KEY_SIZE_TOO_SMALL));
    }
    if (ctx->strict && ctx->salt.size < OGP_STRICT_SALT) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_SALT_LENGTH));
    }
    if (ctx->strict && ctx->iterations < OGP_STRICT_ITERATIONS) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_ITERATION_COUNT));
    }
    return size == 0 ||
           OGP_OK(ctx->provider, og_pbkdf2((og_hash)ctx->hash, ctx->password.data, ctx->password.size,
                                           ctx->salt.data, ctx->salt.size, ctx->iterations, out, size));
}

/* Derives bytes with PKCS12KDF. The default provider takes any id and any number of iterations, of which 0
 * counts as 1. */
static int derive_pkcs12(ogp_kdf_ctx *ctx, uint8_t *out, size_t size) {
    const int is_known = ctx->id >= OG_PKCS12_KEY && ctx->id <= OG_PKCS12_MAC;
    if (ctx->hash < 0 || !is_known) {
        return ogp_kdf_hand_over(ctx, out, size);
    }
    const uint64_t iterations = ctx->iterations == 0 ? 1 : ctx->iterations;
    return size == 0 || OGP_OK(ctx->provider, og_pkcs12_kdf((og_hash)ctx->hash, ctx->id, ctx->password.data,
                                                            ctx->password.size, ctx->salt.data,
                                                            ctx->salt.size, iterations, out, size));
}

const ogp_kdf ogp_pbkdf2 = {"PBKDF2", OG_HASH_SHA1, DEFAULT_ITERATIONS, derive_pbkdf2};
const ogp_kdf ogp_pkcs12kdf = {"PKCS12KDF", OGP_NO_DIGEST, 0, derive_pkcs12};
