/* SPDX-License-Identifier: MIT */
/* The functions of libcrypto by which HMAC and the key derivations hand a digest that oldguard does not have
 * over to the next provider. */
#ifndef OG_OPENSSL_NEXT_H
#define OG_OPENSSL_NEXT_H

#include <openssl/evp.h>
#include <openssl/kdf.h>

/* X(name): the functions. The members of ogp_next have their names and types. */
#define OGP_NEXT(X)           \
    X(EVP_KDF_fetch)          \
    X(EVP_KDF_free)           \
    X(EVP_KDF_CTX_new)        \
    X(EVP_KDF_CTX_dup)        \
    X(EVP_KDF_CTX_free)       \
    X(EVP_KDF_CTX_set_params) \
    X(EVP_KDF_derive)         \
    X(EVP_MAC_fetch)          \
    X(EVP_MAC_free)           \
    X(EVP_MAC_CTX_new)        \
    X(EVP_MAC_CTX_dup)        \
    X(EVP_MAC_CTX_free)       \
    X(EVP_MAC_CTX_get_params) \
    X(EVP_MAC_CTX_set_params) \
    X(EVP_MAC_init)           \
    X(EVP_MAC_update)         \
    X(EVP_MAC_final)

typedef struct ogp_next {
#define OGP_MEMBER(name) __typeof__(name) *name;
    OGP_NEXT(OGP_MEMBER)
#undef OGP_MEMBER
} ogp_next;

/* Finds the functions in the object file that contains `function`, an up-call of the core. Returns 0 if one
 * is not there, because a program hides the symbols of a libcrypto inside it. */
int ogp_find_next(ogp_next *next, void (*function)(void));

/* The digests of HMAC and of the key derivations: og_hash, or one of these. */
enum { OGP_NO_DIGEST = -1, OGP_OTHER_DIGEST = -2 };

/* Reads a digest's name and properties from parameters. Returns og_hash for SHA1 and WHIRLPOOL without
 * properties, otherwise OGP_OTHER_DIGEST, and OGP_NO_DIGEST if the parameters name none. */
int ogp_digest_of(const OSSL_PARAM params[]);

/* The query for implementations of other providers. */
#define OGP_OTHERS "provider!=oldguard"

#endif
