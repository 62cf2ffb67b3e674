/* SPDX-License-Identifier: MIT */
/* The context of a key derivation. */
#ifndef OG_OPENSSL_KDF_H
#define OG_OPENSSL_KDF_H

#include <oldguard/kdf.h>

#include "core.h"
#include "next.h"

/* A byte string of a caller. `is_set` tells an empty one from none. */
typedef struct ogp_bytes {
    uint8_t *data; /* NULL if it is empty */
    size_t size;
    int is_set;
} ogp_bytes;

typedef struct ogp_kdf_ctx ogp_kdf_ctx;

/* A key derivation: its name for the next provider, what a new context has, and the function itself. */
typedef struct ogp_kdf {
    const char *name;
    int hash;
    uint64_t iterations;
    /* Checks the parameters and derives size bytes. Raises an error and returns 0 if it cannot. */
    int (*derive)(ogp_kdf_ctx *ctx, uint8_t *out, size_t size);
} ogp_kdf;

struct ogp_kdf_ctx {
    const ogp_provider *provider;
    const ogp_kdf *spec;
    int hash; /* og_hash, OGP_NO_DIGEST or OGP_OTHER_DIGEST */
    ogp_bytes password, salt;
    uint64_t iterations;
    int id;            /* of PKCS12KDF */
    int strict;        /* PBKDF2: the least sizes of SP 800-132 apply */
    EVP_KDF_CTX *next; /* of another provider, which has the digest. NULL if it is one of oldguard. */
};

/* kdf.c: derives with the next provider. */
int ogp_kdf_hand_over(ogp_kdf_ctx *ctx, uint8_t *out, size_t size);

/* kdf_derive.c */
extern const ogp_kdf ogp_pbkdf2, ogp_pkcs12kdf;

/* The smallest salt in bytes and the fewest iterations of SP 800-132, which OpenSSL checks if "pkcs5" is 0.
 */
#define OGP_STRICT_SALT 16
#define OGP_STRICT_ITERATIONS 1000

#endif
