/* SPDX-License-Identifier: MIT */
/* Memory, errors and random bytes, by the functions of libcrypto. */
#include "core.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/proverr.h>

#include <oldguard/kernels.h>

int ogp_take_core(ogp_provider *p, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in) {
    memset(p, 0, sizeof *p);
    p->handle = handle;
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_LIBCTX:
            p->get_libctx = OSSL_FUNC_core_get_libctx(in);
            break;
        case OSSL_FUNC_CORE_NEW_ERROR:
            p->new_error = OSSL_FUNC_core_new_error(in);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            p->set_error_debug = OSSL_FUNC_core_set_error_debug(in);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            p->vset_error = OSSL_FUNC_core_vset_error(in);
            break;
        case OSSL_FUNC_CRYPTO_ZALLOC:
            p->zalloc = OSSL_FUNC_CRYPTO_zalloc(in);
            break;
        case OSSL_FUNC_CRYPTO_CLEAR_FREE:
            p->clear_free = OSSL_FUNC_CRYPTO_clear_free(in);
            break;
        case OSSL_FUNC_GET_ENTROPY:
            p->get_entropy = OSSL_FUNC_get_entropy(in);
            break;
        case OSSL_FUNC_CLEANUP_ENTROPY:
            p->cleanup_entropy = OSSL_FUNC_cleanup_entropy(in);
            break;
        default: /* the core has more functions */
            break;
        }
    }
    p->has_next = p->new_error != NULL && ogp_find_next(&p->next, (void (*)(void))p->new_error);
    return p->get_libctx != NULL && p->new_error != NULL && p->set_error_debug != NULL &&
           p->vset_error != NULL && p->zalloc != NULL && p->clear_free != NULL && p->get_entropy != NULL &&
           p->cleanup_entropy != NULL;
}

void *ogp_alloc(const ogp_provider *p, size_t size) {
    return p->zalloc(size, "oldguard", __LINE__); /* raises an error itself */
}

void ogp_free(const ogp_provider *p, void *memory, size_t size) {
    p->clear_free(memory, size, "oldguard", __LINE__);
}

int ogp_raise_at(const ogp_provider *p, const char *function, int line, uint32_t reason, const char *format,
                 ...) {
    va_list arguments;
    va_start(arguments, format);
    p->new_error(p->handle);
    p->set_error_debug(p->handle, "oldguard", line, function);
    p->vset_error(p->handle, reason, format, arguments);
    va_end(arguments);
    return 0;
}

int ogp_raise_status(const ogp_provider *p, const char *function, int line, int status) {
    switch (status) {
    case OG_ERR_CONFIG: {
        char text[256];
        og_config_error(text, sizeof text);
        return ogp_raise_at(p, function, line, OGP_PROV(PROV_R_INVALID_CONFIG_DATA), "%s", text);
    }
    case OG_ERR_NO_KERNEL:
        return ogp_raise_at(p, function, line, OGP_PROV(PROV_R_NOT_SUPPORTED),
                            "%s (OLDGUARD_CPU, OLDGUARD_POLICY)", og_strerror(status));
    default:
        return ogp_raise_at(p, function, line, OGP_PROV(ERR_R_INTERNAL_ERROR), "%s", og_strerror(status));
    }
}

int ogp_random(const ogp_provider *p, uint8_t *out, size_t size) {
    unsigned char *bytes = NULL;
    size_t got = 0;
    if (size == 0) { /* OpenSSL 3.5 would leave an error in the queue */
        return 1;
    }
    if (size <= INT_MAX / 8) {
        got = p->get_entropy(p->handle, &bytes, (int)(8 * size), size, size);
    }
    if (got == size && bytes != NULL) {
        memcpy(out, bytes, size);
    }
    if (got > 0) {
        p->cleanup_entropy(p->handle, bytes, got);
    }
    return got == size ? 1 : OGP_RAISE(p, OGP_PROV(PROV_R_ERROR_RETRIEVING_ENTROPY));
}
