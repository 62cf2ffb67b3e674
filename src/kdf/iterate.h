/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2 and of the key derivation of PKCS #12, one function of each for each hash. An
 * iteration waits for the one before, so the functions take several independent chains of iterations, and
 * kernels for several messages serve them in lanes. */
#ifndef OG_KDF_ITERATE_H
#define OG_KDF_ITERATE_H

#include <oldguard/kdf.h>

/* The most chains per call. */
#define OG_KDF_CHAINS 16

/* An output block of PBKDF2 that is not finished. */
typedef struct og_pbkdf2_chain {
    uint8_t keys[2][OG_WHIRLPOOL_DIGEST_SIZE]; /* chaining values after the inner and the outer key block */
    uint8_t u[OG_WHIRLPOOL_DIGEST_SIZE];       /* U_i of the last iteration */
    uint8_t sum[OG_WHIRLPOOL_DIGEST_SIZE];     /* U_1 ^ .. ^ U_i */
    uint64_t left;                             /* iterations to do */
} og_pbkdf2_chain;

/* Runs the first of 1 <= n <= OG_KDF_CHAINS chains until one of them has no iteration left. Stores the number
 * of chains that ran in *served. */
typedef int og_pbkdf2_fn(og_pbkdf2_chain *chains, size_t n, size_t *served);

og_pbkdf2_fn og_pbkdf2_sha1;
og_pbkdf2_fn og_pbkdf2_whirlpool;

/* Runs the first of n chains with a kernel of pbkdf2.sha1_lanes, as og_pbkdf2_sha1 does. Returns their
 * number, or 0 if no kernel pays for n chains. */
size_t og_pbkdf2_sha1_lanes(og_pbkdf2_chain *chains, size_t n);

/* Returns the least number of iterations that one of n chains has left, at most SIZE_MAX. */
static inline size_t og_pbkdf2_least(const og_pbkdf2_chain *chains, size_t n) {
    uint64_t least = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        least = chains[i].left < least ? chains[i].left : least;
    }
    return (size_t)least;
}

/* Replaces each of n <= OG_KDF_CHAINS digests by its digest, iterations - 1 times. digests[i] is the first
 * digest of a derivation on entry and its A_i of RFC 7292 on return. */
typedef int og_pkcs12_fn(uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n, uint64_t iterations);

og_pkcs12_fn og_pkcs12_sha1;
og_pkcs12_fn og_pkcs12_whirlpool;

#endif
