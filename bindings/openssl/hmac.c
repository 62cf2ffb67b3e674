/* SPDX-License-Identifier: MIT */
/* HMAC with SHA1 and WHIRLPOOL. A digest that oldguard does not have is served by the next provider, and so
 * are MACs of TLS records in constant time ("tls-data-size"). */
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include <oldguard/kdf.h>

#include "algorithms.h"
#include "core.h"
#include "core/wipe.h"
#include "kdf/any_hash.h"
#include "next.h"
#include "params.h"

typedef struct context {
    const ogp_provider *provider;
    int hash; /* og_hash, OGP_NO_DIGEST or OGP_OTHER_DIGEST */
    int has_key;
    og_hmac_ctx keyed, running; /* after the key, and of the message */
    uint8_t key[OG_HASH_BLOCK]; /* the key, or its digest if it is longer, which gives the same MACs */
    size_t key_size;
    EVP_MAC_CTX *next; /* of another provider, or NULL */
} context;

static void *new_context(void *provider) {
    context *ctx = ogp_alloc(provider, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provider;
        ctx->hash = OGP_NO_DIGEST;
    }
    return ctx;
}

static void drop_next(context *ctx) {
    ctx->provider->next.EVP_MAC_CTX_free(ctx->next);
    ctx->next = NULL;
}

static void free_context(void *mac) {
    context *ctx = mac;
    if (ctx != NULL) {
        drop_next(ctx);
        ogp_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *duplicate(void *mac) {
    const context *from = mac;
    context *ctx = ogp_alloc(from->provider, sizeof *ctx);
    if (ctx != NULL) {
        *ctx = *from;
        ctx->next = from->next == NULL ? NULL : from->provider->next.EVP_MAC_CTX_dup(from->next);
        if (from->next != NULL && ctx->next == NULL) {
            free_context(ctx);
            return NULL;
        }
    }
    return ctx;
}

/* Makes a context of the next provider. libcrypto raises an error if there is none. */
static int make_next(context *ctx) {
    const ogp_provider *p = ctx->provider;
    OSSL_LIB_CTX *library = (OSSL_LIB_CTX *)p->get_libctx(p->handle);
    EVP_MAC *hmac = p->next.EVP_MAC_fetch(library, "HMAC", OGP_OTHERS);
    drop_next(ctx);
    ctx->next = hmac == NULL ? NULL : p->next.EVP_MAC_CTX_new(hmac);
    p->next.EVP_MAC_free(hmac);
    return ctx->next != NULL;
}

static int set_key(context *ctx, const void *key, size_t size) {
    const og_hash hash = (og_hash)ctx->hash;
    if (ctx->hash < 0) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_MISSING_MESSAGE_DIGEST));
    }
    ctx->has_key = 0;
    if (size > sizeof ctx->key) {
        if (!OGP_OK(ctx->provider, og_any_once(hash, key, size, ctx->key))) {
            return 0;
        }
        size = og_hash_size(hash);
    } else if (size > 0) {
        memcpy(ctx->key, key, size);
    }
    ctx->key_size = size;
    ctx->has_key = OGP_OK(ctx->provider, og_hmac_init(&ctx->keyed, hash, ctx->key, size));
    ctx->running = ctx->keyed;
    return ctx->has_key;
}

/* Moves the digest and the key to the next provider. */
static int hand_over(context *ctx) {
    static const char *const names[] = {[OG_HASH_SHA1] = "SHA1", [OG_HASH_WHIRLPOOL] = "WHIRLPOOL"};
    const ogp_next *next = &ctx->provider->next;
    if (ctx->hash < 0) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_MISSING_MESSAGE_DIGEST));
    }
    const char *name = names[ctx->hash];
    const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)name, strlen(name)),
                                 OSSL_PARAM_END};
    if (!make_next(ctx) || !next->EVP_MAC_CTX_set_params(ctx->next, params)) {
        return 0;
    }
    return !ctx->has_key || next->EVP_MAC_init(ctx->next, ctx->key, ctx->key_size, NULL);
}

static int set_params(void *mac, const OSSL_PARAM params[]) {
    context *ctx = mac;
    const ogp_next *next = &ctx->provider->next;
    const int hash = ogp_digest_of(params);
    if (params == NULL) {
        return 1;
    }
    if (hash != OGP_NO_DIGEST && hash != ctx->hash) {
        ctx->hash = OGP_NO_DIGEST;
        ctx->has_key = 0;
        drop_next(ctx);
        if (hash == OGP_OTHER_DIGEST && !make_next(ctx)) {
            return 0;
        }
        ctx->hash = hash;
    }
    const OSSL_PARAM *key = ogp_param(params, OSSL_MAC_PARAM_KEY);
    if (ctx->next == NULL && key != NULL &&
        (key->data_type != OSSL_PARAM_OCTET_STRING || !set_key(ctx, key->data, key->data_size))) {
        return 0;
    }
    if (ctx->next == NULL && ogp_param(params, OSSL_MAC_PARAM_TLS_DATA_SIZE) != NULL && !hand_over(ctx)) {
        return 0;
    }
    return ctx->next == NULL || next->EVP_MAC_CTX_set_params(ctx->next, params);
}

static int init(void *mac, const unsigned char *key, size_t size, const OSSL_PARAM params[]) {
    context *ctx = mac;
    if (!set_params(ctx, params)) {
        return 0;
    }
    if (ctx->next != NULL) {
        return ctx->provider->next.EVP_MAC_init(ctx->next, key, size, NULL);
    }
    if (key != NULL) {
        return set_key(ctx, key, size);
    }
    ctx->running = ctx->keyed;
    return ctx->has_key ? 1 : OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_NO_KEY_SET));
}

static int update(void *mac, const unsigned char *in, size_t size) {
    context *ctx = mac;
    if (ctx->next != NULL) {
        return ctx->provider->next.EVP_MAC_update(ctx->next, in, size);
    }
    if (!ctx->has_key) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_NO_KEY_SET));
    }
    return OGP_OK(ctx->provider, og_hmac_update(&ctx->running, in, size));
}

static int final(void *mac, unsigned char *out, size_t *written, size_t room) {
    context *ctx = mac;
    if (ctx->next != NULL) {
        return ctx->provider->next.EVP_MAC_final(ctx->next, out, written, room);
    }
    if (!ctx->has_key) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_NO_KEY_SET));
    }
    const size_t size = og_hash_size((og_hash)ctx->hash);
    if (room < size) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    *written = size;
    return OGP_OK(ctx->provider, og_hmac_final(&ctx->running, out));
}

static int get_params(void *mac, OSSL_PARAM params[]) {
    context *ctx = mac;
    if (ctx->next != NULL) {
        return ctx->provider->next.EVP_MAC_CTX_get_params(ctx->next, params);
    }
    const ogp_number numbers[] = {
        {OSSL_MAC_PARAM_SIZE, ctx->hash < 0 ? 0 : og_hash_size((og_hash)ctx->hash)},
        {OSSL_MAC_PARAM_BLOCK_SIZE, ctx->hash < 0 ? 0 : OG_HASH_BLOCK},
    };
    return ogp_set_numbers(params, numbers, sizeof numbers / sizeof numbers[0]);
}

static const OSSL_PARAM *gettable(void *mac, void *provider) {
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                                        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL), OSSL_PARAM_END};
    (void)mac;
    (void)provider;
    return params;
}

static const OSSL_PARAM *settable(void *mac, void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_NOINIT, NULL),
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_ONESHOT, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, NULL),
        OSSL_PARAM_END,
    };
    (void)mac;
    (void)provider;
    return params;
}

static const OSSL_DISPATCH hmac[] = {
    {OSSL_FUNC_MAC_NEWCTX, (ogp_fn)new_context},
    {OSSL_FUNC_MAC_DUPCTX, (ogp_fn)duplicate},
    {OSSL_FUNC_MAC_FREECTX, (ogp_fn)free_context},
    {OSSL_FUNC_MAC_INIT, (ogp_fn)init},
    {OSSL_FUNC_MAC_UPDATE, (ogp_fn)update},
    {OSSL_FUNC_MAC_FINAL, (ogp_fn) final},
    {OSSL_FUNC_MAC_GET_CTX_PARAMS, (ogp_fn)get_params},
    {OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, (ogp_fn)gettable},
    {OSSL_FUNC_MAC_SET_CTX_PARAMS, (ogp_fn)set_params},
    {OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, (ogp_fn)settable},
    {0, NULL},
};

const OSSL_ALGORITHM ogp_macs[] = {
    {"HMAC", OGP_ASKED_FOR, hmac, "oldguard"},
    {NULL, NULL, NULL, NULL},
};
