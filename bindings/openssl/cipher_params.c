/* SPDX-License-Identifier: MIT */
/* The parameters of ciphers and of their contexts. Unknown ones are ignored, as by the other providers. */
#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "params.h"

int ogp_cipher_get_params(const ogp_cipher *spec, OSSL_PARAM params[]) {
    const ogp_number numbers[] = {
        {OSSL_CIPHER_PARAM_MODE, spec->evp_mode},
        {OSSL_CIPHER_PARAM_KEYLEN, og_des_key_size(spec->cipher)},
        {OSSL_CIPHER_PARAM_IVLEN, spec->iv_size},
        {OSSL_CIPHER_PARAM_BLOCK_SIZE, spec->block},
        {OSSL_CIPHER_PARAM_AEAD, 0},
        {OSSL_CIPHER_PARAM_CUSTOM_IV, spec->evp_mode == EVP_CIPH_WRAP_MODE},
        {OSSL_CIPHER_PARAM_CTS, 0},
        {OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, 0},
        {OSSL_CIPHER_PARAM_HAS_RAND_KEY, 1},
        {"encrypt-then-mac", 0}, /* from OpenSSL 3.2 on */
        {"decrypt-only", 0},     /* from OpenSSL 3.4 on */
    };
    return ogp_set_numbers(params, numbers, sizeof numbers / sizeof numbers[0]);
}

const OSSL_PARAM *ogp_cipher_gettable(void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
        OSSL_PARAM_END,
    };
    (void)provider;
    return params;
}

/* Returns 1 for the modes in which the parameter "num" is a position in the key stream. */
static int has_position(const ogp_cipher_ctx *ctx) {
    return ctx->has_key && (ctx->spec->mode == OG_CFB64 || ctx->spec->mode == OG_OFB);
}

/* Writes a new key with odd parity. EVP_CIPHER_CTX_rand_key of OpenSSL 3.0 gives 0 as the size of its buffer.
 */
static int make_key(const ogp_cipher_ctx *ctx, OSSL_PARAM *param) {
    const size_t size = og_des_key_size(ctx->spec->cipher);
    if (param->data_type != OSSL_PARAM_OCTET_STRING || param->data == NULL ||
        (param->data_size > 0 && param->data_size < size) || !ogp_random(ctx->provider, param->data, size)) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_FAILED_TO_GENERATE_KEY));
    }
    for (size_t i = 0; i < size; i += OG_DES_KEY_SIZE) {
        og_des_key_fix_parity((uint8_t *)param->data + i);
    }
    param->return_size = size;
    return 1;
}

/* Writes one parameter of a context, whose position in the key stream is num. */
static int get_one(const ogp_cipher_ctx *ctx, unsigned num, OSSL_PARAM *param) {
    const ogp_cipher *spec = ctx->spec;
    const char *name = param->key;
    if (strcmp(name, OSSL_CIPHER_PARAM_UPDATED_IV) == 0)
        return ogp_set_octets(param, ctx->updated_iv, spec->iv_size);
    if (strcmp(name, OSSL_CIPHER_PARAM_IV) == 0) return ogp_set_octets(param, ctx->iv, spec->iv_size);
    if (strcmp(name, OSSL_CIPHER_PARAM_NUM) == 0) return ogp_set_uint64(param, num);
    if (strcmp(name, OSSL_CIPHER_PARAM_PADDING) == 0) return ogp_set_uint64(param, ctx->padding);
    if (strcmp(name, OSSL_CIPHER_PARAM_IVLEN) == 0) return ogp_set_uint64(param, spec->iv_size);
    if (strcmp(name, OSSL_CIPHER_PARAM_KEYLEN) == 0) {
        return ogp_set_uint64(param, og_des_key_size(spec->cipher));
    }
    if (strcmp(name, OSSL_CIPHER_PARAM_TLS_MAC) == 0) {
        return ogp_set_octets(param, ctx->tls_mac, ctx->tls_mac_size);
    }
    if (strcmp(name, OSSL_CIPHER_PARAM_RANDOM_KEY) == 0) return make_key(ctx, param);
    return 1;
}

int ogp_cipher_get_ctx_params(void *cipher, OSSL_PARAM params[]) {
    ogp_cipher_ctx *ctx = cipher;
    unsigned used = 0;
    memcpy(ctx->updated_iv, ctx->iv, sizeof ctx->iv);
    if (ctx->has_key && ctx->spec->iv_size > 0 &&
        !OGP_OK(ctx->provider, og_des_get_position(&ctx->des, ctx->updated_iv, &used))) {
        return 0;
    }
    for (; params != NULL && params->key != NULL; params++) {
        if (!get_one(ctx, has_position(ctx) ? used : ctx->num, params)) {
            return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_FAILED_TO_SET_PARAMETER));
        }
    }
    return 1;
}

const OSSL_PARAM *ogp_cipher_gettable_ctx(void *cipher, void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_RANDOM_KEY, NULL, 0),
        OSSL_PARAM_END,
    };
    (void)cipher;
    (void)provider;
    return params;
}

static int set_num(ogp_cipher_ctx *ctx, unsigned num) {
    uint8_t iv[OG_DES_BLOCK_SIZE];
    unsigned used;
    if (!has_position(ctx)) {
        ctx->num = num;
        return 1;
    }
    return og_des_get_position(&ctx->des, iv, &used) == OG_OK &&
           og_des_set_position(&ctx->des, iv, num) == OG_OK;
}

/* Sets the size of the MAC in TLS records, and a MAC for records whose padding is wrong, which no record
 * has. */
static int set_tls_mac_size(ogp_cipher_ctx *ctx, size_t size) {
    if (size > OGP_MAC_MOST || !ogp_random(ctx->provider, ctx->tls_random, size)) {
        return 0;
    }
    ctx->tls_mac_size = size;
    return 1;
}

static int set_one(ogp_cipher_ctx *ctx, const OSSL_PARAM *param) {
    const char *name = param->key;
    unsigned value;
    size_t size;
    if (strcmp(name, OSSL_CIPHER_PARAM_PADDING) == 0) {
        if (!ogp_get_uint(param, &value)) return 0;
        ctx->padding = value != 0;
    } else if (strcmp(name, OSSL_CIPHER_PARAM_USE_BITS) == 0) {
        if (!ogp_get_uint(param, &value)) return 0;
        ctx->use_bits = value != 0;
    } else if (strcmp(name, OSSL_CIPHER_PARAM_NUM) == 0) {
        return ogp_get_uint(param, &value) && set_num(ctx, value);
    } else if (strcmp(name, OSSL_CIPHER_PARAM_TLS_VERSION) == 0) {
        return ctx->spec->mode == OG_CBC && ogp_get_uint(param, &ctx->tls_version);
    } else if (strcmp(name, OSSL_CIPHER_PARAM_TLS_MAC_SIZE) == 0) {
        return ctx->spec->mode == OG_CBC && ogp_get_size(param, &size) && set_tls_mac_size(ctx, size);
    }
    return 1;
}

int ogp_cipher_set_ctx_params(void *cipher, const OSSL_PARAM params[]) {
    ogp_cipher_ctx *ctx = cipher;
    for (; params != NULL && params->key != NULL; params++) {
        if (!set_one(ctx, params)) {
            return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_FAILED_TO_GET_PARAMETER));
        }
    }
    return 1;
}

const OSSL_PARAM *ogp_cipher_settable_ctx(void *cipher, void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_USE_BITS, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
        OSSL_PARAM_END,
    };
    (void)cipher;
    (void)provider;
    return params;
}
