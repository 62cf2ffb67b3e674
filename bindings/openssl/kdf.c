/* SPDX-License-Identifier: MIT */
/* Contexts of PBKDF2 and PKCS12KDF. A digest that oldguard does not have is served by the next provider. */
#include "kdf.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "algorithms.h"
#include "params.h"

static void clear(const ogp_provider *p, ogp_bytes *bytes) {
    ogp_free(p, bytes->data, bytes->size);
    *bytes = (ogp_bytes){0};
}

static int copy(const ogp_provider *p, ogp_bytes *to, const void *data, size_t size) {
    clear(p, to);
    if (size > 0) {
        to->data = ogp_alloc(p, size);
        if (to->data == NULL) {
            return 0;
        }
        memcpy(to->data, data, size);
    }
    to->size = size;
    to->is_set = 1;
    return 1;
}

/* Resets a context to the state of a new one. */
static void reset(void *kdf) {
    ogp_kdf_ctx *ctx = kdf;
    const ogp_provider *p = ctx->provider;
    const ogp_kdf *spec = ctx->spec;
    clear(p, &ctx->password);
    clear(p, &ctx->salt);
    p->next.EVP_KDF_CTX_free(ctx->next);
    *ctx = (ogp_kdf_ctx){.provider = p, .spec = spec, .hash = spec->hash, .iterations = spec->iterations};
}

static void *new_context(void *provider, const ogp_kdf *spec) {
    ogp_kdf_ctx *ctx = ogp_alloc(provider, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provider;
        ctx->spec = spec;
        reset(ctx);
    }
    return ctx;
}

static void *new_pbkdf2(void *provider) { return new_context(provider, &ogp_pbkdf2); }

static void *new_pkcs12kdf(void *provider) { return new_context(provider, &ogp_pkcs12kdf); }

static void free_context(void *kdf) {
    ogp_kdf_ctx *ctx = kdf;
    if (ctx != NULL) {
        const ogp_provider *p = ctx->provider;
        reset(ctx);
        ogp_free(p, ctx, sizeof *ctx);
    }
}

static void *duplicate(void *kdf) {
    const ogp_kdf_ctx *from = kdf;
    const ogp_provider *p = from->provider;
    ogp_kdf_ctx *ctx = new_context((void *)p, from->spec);
    if (ctx == NULL) {
        return NULL;
    }
    ctx->hash = from->hash;
    ctx->iterations = from->iterations;
    ctx->id = from->id;
    ctx->strict = from->strict;
    ctx->next = from->next == NULL ? NULL : p->next.EVP_KDF_CTX_dup(from->next);
    if ((from->next != NULL && ctx->next == NULL) ||
        (from->password.is_set && !copy(p, &ctx->password, from->password.data, from->password.size)) ||
        (from->salt.is_set && !copy(p, &ctx->salt, from->salt.data, from->salt.size))) {
        free_context(ctx);
        return NULL;
    }
    return ctx;
}

/* Makes a context of the next provider. libcrypto raises an error if there is none. */
static int make_next(ogp_kdf_ctx *ctx) {
    const ogp_provider *p = ctx->provider;
    const ogp_next *next = &p->next;
    OSSL_LIB_CTX *library = (OSSL_LIB_CTX *)p->get_libctx(p->handle);
    EVP_KDF *kdf = next->EVP_KDF_fetch(library, ctx->spec->name, OGP_OTHERS);
    next->EVP_KDF_CTX_free(ctx->next);
    ctx->next = kdf == NULL ? NULL : next->EVP_KDF_CTX_new(kdf);
    next->EVP_KDF_free(kdf);
    return ctx->next != NULL;
}

/* Chooses the digest that the parameters name, if they name one. Another provider's is fetched at once, so
 * that the caller of set_params gets the error of an unknown one. */
static int set_digest(ogp_kdf_ctx *ctx, const OSSL_PARAM params[]) {
    const ogp_next *next = &ctx->provider->next;
    const OSSL_PARAM *name = ogp_param(params, OSSL_KDF_PARAM_DIGEST);
    const OSSL_PARAM *properties = ogp_param(params, OSSL_KDF_PARAM_PROPERTIES);
    const int hash = ogp_digest_of(params);
    if (hash == OGP_NO_DIGEST) {
        return 1;
    }
    ctx->hash = hash;
    if (hash != OGP_OTHER_DIGEST) {
        next->EVP_KDF_CTX_free(ctx->next);
        ctx->next = NULL;
        return 1;
    }
    const OSSL_PARAM end = OSSL_PARAM_END;
    const OSSL_PARAM chosen[] = {*name, properties != NULL ? *properties : end, end};
    return make_next(ctx) && next->EVP_KDF_CTX_set_params(ctx->next, chosen);
}

int ogp_kdf_hand_over(ogp_kdf_ctx *ctx, uint8_t *out, size_t size) {
    static const char *const names[] = {[OG_HASH_SHA1] = "SHA1", [OG_HASH_WHIRLPOOL] = "WHIRLPOOL"};
    int pkcs5 = !ctx->strict;
    OSSL_PARAM params[7], *at = params;
    if (ctx->next == NULL && !make_next(ctx)) {
        return 0;
    }
    if (ctx->hash >= 0) {
        *at++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)names[ctx->hash],
                                                   strlen(names[ctx->hash]));
    }
    *at++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, &pkcs5);
    *at++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS12_ID, &ctx->id);
    *at++ = (OSSL_PARAM)OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, &ctx->iterations);
    *at++ =
        (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, ctx->password.data, ctx->password.size);
    *at++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, ctx->salt.data, ctx->salt.size);
    *at = (OSSL_PARAM)OSSL_PARAM_END;
    return ctx->provider->next.EVP_KDF_derive(ctx->next, out, size, params);
}

static int set_bytes(const ogp_provider *p, ogp_bytes *bytes, const OSSL_PARAM *param) {
    if (param->data_size == 0) {
        return copy(p, bytes, NULL, 0);
    }
    if (param->data == NULL) {
        clear(p, bytes);
        return 1;
    }
    return param->data_type == OSSL_PARAM_OCTET_STRING && copy(p, bytes, param->data, param->data_size);
}

static int set_iterations(ogp_kdf_ctx *ctx, const OSSL_PARAM *param) {
    uint64_t iterations;
    if (!ogp_get_uint64(param, &iterations)) {
        return 0;
    }
    if (ctx->spec == &ogp_pbkdf2 && iterations < (ctx->strict ? OGP_STRICT_ITERATIONS : 1)) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_ITERATION_COUNT));
    }
    ctx->iterations = iterations;
    return 1;
}

static int set_salt(ogp_kdf_ctx *ctx, const OSSL_PARAM *param) {
    if (ctx->strict && param->data_size < OGP_STRICT_SALT) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_INVALID_SALT_LENGTH));
    }
    return set_bytes(ctx->provider, &ctx->salt, param);
}

/* Sets the parameters in the order of the default provider, because "pkcs5" changes the checks of others. */
static int set_params(void *kdf, const OSSL_PARAM params[]) {
    ogp_kdf_ctx *ctx = kdf;
    const OSSL_PARAM *param;
    int pkcs5;
    if (params == NULL) {
        return 1;
    }
    if (!set_digest(ctx, params)) {
        return 0;
    }
    if (ctx->spec == &ogp_pbkdf2 && (param = ogp_param(params, OSSL_KDF_PARAM_PKCS5)) != NULL) {
        if (!ogp_get_int(param, &pkcs5)) return 0;
        ctx->strict = pkcs5 == 0;
    }
    if ((param = ogp_param(params, OSSL_KDF_PARAM_PASSWORD)) != NULL &&
        !set_bytes(ctx->provider, &ctx->password, param)) {
        return 0;
    }
    if ((param = ogp_param(params, OSSL_KDF_PARAM_SALT)) != NULL && !set_salt(ctx, param)) {
        return 0;
    }
    if (ctx->spec == &ogp_pkcs12kdf && (param = ogp_param(params, OSSL_KDF_PARAM_PKCS12_ID)) != NULL &&
        !ogp_get_int(param, &ctx->id)) {
        return 0;
    }
    param = ogp_param(params, OSSL_KDF_PARAM_ITER);
    return param == NULL || set_iterations(ctx, param);
}

static int derive(void *kdf, unsigned char *out, size_t size, const OSSL_PARAM params[]) {
    ogp_kdf_ctx *ctx = kdf;
    if (!set_params(ctx, params)) {
        return 0;
    }
    if (!ctx->password.is_set) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_MISSING_PASS));
    }
    if (!ctx->salt.is_set) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_MISSING_SALT));
    }
    return ctx->spec->derive(ctx, out, size);
}

#define SETTABLE                                                   \
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),    \
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),    \
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0), \
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0), OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, NULL)

static const OSSL_PARAM *settable_pbkdf2(void *kdf, void *provider) {
    static const OSSL_PARAM params[] = {SETTABLE, OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, NULL), OSSL_PARAM_END};
    (void)kdf;
    (void)provider;
    return params;
}

static const OSSL_PARAM *settable_pkcs12kdf(void *kdf, void *provider) {
    static const OSSL_PARAM params[] = {SETTABLE, OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS12_ID, NULL),
                                        OSSL_PARAM_END};
    (void)kdf;
    (void)provider;
    return params;
}

/* Returns -2 for a request without a known parameter, as the default provider does. */
static int get_params(void *kdf, OSSL_PARAM params[]) {
    const ogp_number size = {OSSL_KDF_PARAM_SIZE, SIZE_MAX};
    (void)kdf;
    return ogp_param(params, size.name) == NULL ? -2 : ogp_set_numbers(params, &size, 1);
}

static const OSSL_PARAM *gettable(void *kdf, void *provider) {
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_KDF_PARAM_SIZE, NULL), OSSL_PARAM_END};
    (void)kdf;
    (void)provider;
    return params;
}

#define FUNCTIONS(name)                                               \
    static const OSSL_DISPATCH name[] = {                             \
        {OSSL_FUNC_KDF_NEWCTX, (ogp_fn)new_##name},                   \
        {OSSL_FUNC_KDF_DUPCTX, (ogp_fn)duplicate},                    \
        {OSSL_FUNC_KDF_FREECTX, (ogp_fn)free_context},                \
        {OSSL_FUNC_KDF_RESET, (ogp_fn)reset},                         \
        {OSSL_FUNC_KDF_DERIVE, (ogp_fn)derive},                       \
        {OSSL_FUNC_KDF_SET_CTX_PARAMS, (ogp_fn)set_params},           \
        {OSSL_FUNC_KDF_SETTABLE_CTX_PARAMS, (ogp_fn)settable_##name}, \
        {OSSL_FUNC_KDF_GET_CTX_PARAMS, (ogp_fn)get_params},           \
        {OSSL_FUNC_KDF_GETTABLE_CTX_PARAMS, (ogp_fn)gettable},        \
        {0, NULL},                                                    \
    };
FUNCTIONS(pbkdf2)
FUNCTIONS(pkcs12kdf)

const OSSL_ALGORITHM ogp_kdfs[] = {
    {"PBKDF2:1.2.840.113549.1.5.12", OGP_PROPERTIES, pbkdf2, "oldguard"},
    {"PKCS12KDF", OGP_PROPERTIES, pkcs12kdf, "oldguard"},
    {NULL, NULL, NULL, NULL},
};
