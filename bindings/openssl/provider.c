/* SPDX-License-Identifier: MIT */
/* The entry point of the module: OSSL_provider_init, and what a core asks a provider. */
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>

#include <oldguard/kernels.h>

#include "algorithms.h"
#include "core.h"
#include "params.h"

static const OSSL_PARAM *gettable_params(void *provider) {
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
        OSSL_PARAM_END,
    };
    (void)provider;
    return params;
}

static int get_params(void *provider, OSSL_PARAM params[]) {
    const ogp_number status = {OSSL_PROV_PARAM_STATUS, 1};
    const struct {
        const char *name, *text;
    } texts[] = {
        {OSSL_PROV_PARAM_NAME, "oldguard: SHA-1, Whirlpool, DES and Triple DES"},
        {OSSL_PROV_PARAM_VERSION, og_version()},
        {OSSL_PROV_PARAM_BUILDINFO, og_version()},
    };
    (void)provider;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        OSSL_PARAM *param = (OSSL_PARAM *)ogp_param(params, texts[i].name);
        if (param != NULL && !ogp_set_text(param, texts[i].text)) {
            return 0;
        }
    }
    return ogp_set_numbers(params, &status, 1);
}

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_store) {
    const ogp_provider *p = provider;
    *no_store = 0;
    switch (operation) {
    case OSSL_OP_DIGEST:
        return ogp_digests;
    case OSSL_OP_CIPHER:
        return ogp_ciphers;
    case OSSL_OP_MAC: /* both hand other digests over to the next provider */
        return p->has_next ? ogp_macs : NULL;
    case OSSL_OP_KDF:
        return p->has_next ? ogp_kdfs : NULL;
    default:
        return NULL;
    }
}

static void teardown(void *provider) {
    ogp_provider *p = provider;
    ogp_free(p, p, sizeof *p);
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (ogp_fn)teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (ogp_fn)gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (ogp_fn)get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (ogp_fn)query},
    {0, NULL},
};

/* Fails if an OLDGUARD_* variable is wrong. A provider that is loaded but refuses every operation would take
 * SHA-1 away from a program, while one that is not loaded leaves the others in force. */
__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle,
                                                              const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provider) {
    ogp_provider core;
    if (!ogp_take_core(&core, handle, in)) {
        return 0;
    }
    char text[256];
    if (!OGP_OK(&core, og_config_error(text, sizeof text))) {
        return 0;
    }
    ogp_provider *p = ogp_alloc(&core, sizeof *p);
    if (p == NULL) {
        return 0;
    }
    *p = core;
    *provider = p;
    *out = functions;
    return 1;
}
