/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2 and of the key derivation of PKCS #12, one function of each for each hash. An
 * iteration waits for the one before, so the functions take several independent chains of iterations, and
 * kernels for several messages serve them in lanes. */
#ifndef OG_KDF_ITERATE_H
#define OG_KDF_ITERATE_H

#include <oldguard/kdf.h>

/* The most chains per call. */
#define OG_KDF_CHAINS 16

/* Computes U_2 to U_iterations of n <= OG_KDF_CHAINS output blocks. sums[i] is U_1 of block i on entry and
 * T_i = U_1 ^ .. ^ U_iterations on return. key is a context right after og_hmac_init. */
typedef int og_pbkdf2_fn(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                         uint64_t iterations);

og_pbkdf2_fn og_pbkdf2_sha1;
og_pbkdf2_fn og_pbkdf2_whirlpool;

/* Replaces each of n <= OG_KDF_CHAINS digests by its digest, iterations - 1 times. digests[i] is the first
 * digest of a derivation on entry and its A_i of RFC 7292 on return. */
typedef int og_pkcs12_fn(uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n, uint64_t iterations);

og_pkcs12_fn og_pkcs12_sha1;
og_pkcs12_fn og_pkcs12_whirlpool;

#endif
