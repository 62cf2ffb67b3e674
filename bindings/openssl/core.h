/* SPDX-License-Identifier: MIT */
/* The provider's context, and the functions of libcrypto that it uses. The module is not linked with
 * libcrypto: the core passes these functions to OSSL_provider_init. A process may have two libcryptos that
 * load one module, so nothing of this is in static variables. */
#ifndef OG_OPENSSL_CORE_H
#define OG_OPENSSL_CORE_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/core_dispatch.h>

#include <oldguard/status.h>

#include "next.h"

typedef struct ogp_provider {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_get_libctx_fn *get_libctx;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_CRYPTO_zalloc_fn *zalloc;
    OSSL_FUNC_CRYPTO_clear_free_fn *clear_free;
    OSSL_FUNC_get_entropy_fn *get_entropy;
    OSSL_FUNC_cleanup_entropy_fn *cleanup_entropy;
    ogp_next next; /* valid if has_next */
    int has_next;
} ogp_provider;

/* Takes the functions from the core's table. Returns 0 if one is missing. */
int ogp_take_core(ogp_provider *p, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in);

/* Allocates zeroed memory, or raises an error and returns NULL. ogp_free wipes it, and allows NULL. */
void *ogp_alloc(const ogp_provider *p, size_t size);
void ogp_free(const ogp_provider *p, void *memory, size_t size);

/* Puts an error of the reason into OpenSSL's error queue. format may be NULL. Returns 0. */
int ogp_raise_at(const ogp_provider *p, const char *function, int line, uint32_t reason, const char *format,
                 ...);
#define OGP_RAISE(p, reason) ogp_raise_at(p, __func__, __LINE__, reason, NULL)

/* A reason of <openssl/proverr.h>, which belongs to the library ERR_LIB_PROV. The provider has no reasons of
 * its own: programs look for these, and libcrypto 3.0 would crash in a program that frees a library context
 * after OPENSSL_cleanup, when it removes the strings of such reasons. */
#define OGP_PROV(reason) ERR_PACK(ERR_LIB_PROV, 0, reason)

/* Raises an error that describes a status other than OG_OK. Returns 0. */
int ogp_raise_status(const ogp_provider *p, const char *function, int line, int status);

/* Returns 1 for OG_OK. Raises an error that describes any other status, and returns 0. OG_OK takes no call: a
 * digest of 16 bytes has three of them. */
#define OGP_OK(p, status) ogp_ok(p, __func__, __LINE__, status)
static inline int ogp_ok(const ogp_provider *p, const char *function, int line, int status) {
    return status == OG_OK || ogp_raise_status(p, function, line, status);
}

/* Writes size random bytes from the seed source of libcrypto, the operating system's generator. Raises an
 * error and returns 0 if it fails. */
int ogp_random(const ogp_provider *p, uint8_t *out, size_t size);

#endif
