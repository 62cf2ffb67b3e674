/* SPDX-License-Identifier: MIT */
/* The digests SHA1 and WHIRLPOOL. */
#include "algorithms.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "core.h"
#include "digest_ssl3.h"
#include "kdf/any_hash.h"
#include "params.h"

/* OpenSSL 3.5 and newer copy a running digest by this function. Without it they would free and allocate a
 * context for each copy, as in each iteration of their PBKDF2. Older headers lack the name, and older cores
 * ignore the function. */
#ifndef OSSL_FUNC_DIGEST_COPYCTX
#define OSSL_FUNC_DIGEST_COPYCTX 15
#endif

typedef struct context {
    const ogp_provider *provider;
    og_hash hash;
    union og_hash_ctx state; /* allocated up to the end of the hash's own context */
} context;

/* Returns the size of a context. libcrypto 3.0 makes, wipes and frees one for each message, so that a context
 * of SHA-1 with Whirlpool's size costs instructions. */
static size_t size_of(og_hash hash) {
    return offsetof(context, state) + OG_BY_HASH(hash, sizeof(og_sha1_ctx), sizeof(og_whirlpool_ctx));
}

static void *new_context(void *provider, og_hash hash) {
    context *ctx = ogp_alloc(provider, size_of(hash));
    if (ctx != NULL) {
        ctx->provider = provider;
        ctx->hash = hash;
    }
    return ctx;
}

static void *new_sha1(void *provider) { return new_context(provider, OG_HASH_SHA1); }

static void *new_whirlpool(void *provider) { return new_context(provider, OG_HASH_WHIRLPOOL); }

static void free_context(void *digest) {
    context *ctx = digest;
    if (ctx != NULL) {
        ogp_free(ctx->provider, ctx, size_of(ctx->hash));
    }
}

/* Copies the state of one digest to another one of the same algorithm. */
static void copy(void *to, void *from) {
    context *out = to;
    const context *in = from;
    if (in->hash == OG_HASH_SHA1) {
        out->state.sha1 = in->state.sha1;
    } else {
        out->state.whirlpool = in->state.whirlpool;
    }
}

static void *duplicate(void *digest) {
    const context *from = digest;
    context *ctx = new_context((void *)from->provider, from->hash);
    if (ctx != NULL) {
        copy(ctx, digest);
    }
    return ctx;
}

static int update(void *digest, const unsigned char *in, size_t size) {
    context *ctx = digest;
    return OGP_OK(ctx->provider, og_any_update(ctx->hash, &ctx->state, in, size));
}

static int final(void *digest, unsigned char *out, size_t *written, size_t room) {
    context *ctx = digest;
    const size_t size = OG_BY_HASH(ctx->hash, OG_SHA1_DIGEST_SIZE, OG_WHIRLPOOL_DIGEST_SIZE);
    if (room < size) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    *written = size;
    return OGP_OK(ctx->provider, og_any_final(ctx->hash, &ctx->state, out));
}

static int get_params(OSSL_PARAM params[], uint64_t size, uint64_t algid_absent) {
    const ogp_number numbers[] = {
        {OSSL_DIGEST_PARAM_BLOCK_SIZE, OG_HASH_BLOCK},
        {OSSL_DIGEST_PARAM_SIZE, size},
        {OSSL_DIGEST_PARAM_XOF, 0},
        {OSSL_DIGEST_PARAM_ALGID_ABSENT, algid_absent},
    };
    return ogp_set_numbers(params, numbers, sizeof numbers / sizeof numbers[0]);
}

/* An AlgorithmIdentifier of SHA-1 has no parameters (RFC 5754 section 2), one of Whirlpool has NULL. */
static int get_sha1(OSSL_PARAM params[]) { return get_params(params, OG_SHA1_DIGEST_SIZE, 1); }

static int get_whirlpool(OSSL_PARAM params[]) { return get_params(params, OG_WHIRLPOOL_DIGEST_SIZE, 0); }

static const OSSL_PARAM *gettable(void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };
    (void)provider;
    return params;
}

static int set_sha1(void *digest, const OSSL_PARAM params[]) {
    context *ctx = digest;
    const OSSL_PARAM *secret = ogp_param(params, OSSL_DIGEST_PARAM_SSL3_MS);
    if (secret == NULL || secret->data_type != OSSL_PARAM_OCTET_STRING) {
        return 1;
    }
    if (secret->data == NULL || secret->data_size != OGP_SSL3_SECRET_SIZE) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_KEY_LENGTH));
    }
    return OGP_OK(ctx->provider, ogp_ssl3_sha1(&ctx->state.sha1, secret->data));
}

static const OSSL_PARAM *settable_sha1(void *digest, void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_octet_string(OSSL_DIGEST_PARAM_SSL3_MS, NULL, 0),
        OSSL_PARAM_END,
    };
    (void)digest;
    (void)provider;
    return params;
}

static int init(void *digest, const OSSL_PARAM params[]) {
    context *ctx = digest;
    return OGP_OK(ctx->provider, og_any_init(ctx->hash, &ctx->state)) &&
           (ctx->hash != OG_HASH_SHA1 || set_sha1(ctx, params));
}

#define COMMON                                                                                      \
    {OSSL_FUNC_DIGEST_FREECTX, (ogp_fn)free_context}, {OSSL_FUNC_DIGEST_DUPCTX, (ogp_fn)duplicate}, \
        {OSSL_FUNC_DIGEST_COPYCTX, (ogp_fn)copy}, {OSSL_FUNC_DIGEST_INIT, (ogp_fn)init},            \
        {OSSL_FUNC_DIGEST_UPDATE, (ogp_fn)update}, {OSSL_FUNC_DIGEST_FINAL, (ogp_fn) final}, {      \
        OSSL_FUNC_DIGEST_GETTABLE_PARAMS, (ogp_fn)gettable                                          \
    }

static const OSSL_DISPATCH sha1[] = {
    COMMON,
    {OSSL_FUNC_DIGEST_NEWCTX, (ogp_fn)new_sha1},
    {OSSL_FUNC_DIGEST_GET_PARAMS, (ogp_fn)get_sha1},
    {OSSL_FUNC_DIGEST_SET_CTX_PARAMS, (ogp_fn)set_sha1},
    {OSSL_FUNC_DIGEST_SETTABLE_CTX_PARAMS, (ogp_fn)settable_sha1},
    {0, NULL},
};

static const OSSL_DISPATCH whirlpool[] = {
    COMMON,
    {OSSL_FUNC_DIGEST_NEWCTX, (ogp_fn)new_whirlpool},
    {OSSL_FUNC_DIGEST_GET_PARAMS, (ogp_fn)get_whirlpool},
    {0, NULL},
};

/* The names are those of the default and the legacy provider. A core refuses other lists beside theirs. */
const OSSL_ALGORITHM ogp_digests[] = {
    {"SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", OGP_PROPERTIES, sha1, "oldguard SHA-1"},
    {"WHIRLPOOL:1.0.10118.3.0.55", OGP_PROPERTIES, whirlpool, "oldguard Whirlpool"},
    {NULL, NULL, NULL, NULL},
};
