/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2, one function for each hash. */
#ifndef OG_KDF_PBKDF2_H
#define OG_KDF_PBKDF2_H

#include <oldguard/kdf.h>

/* Output blocks per call. */
#define OG_PBKDF2_BLOCKS 16

/* Computes U_2 to U_iterations of n <= OG_PBKDF2_BLOCKS output blocks. sums[i] is U_1 of block i on entry and
 * T_i = U_1 ^ .. ^ U_iterations on return. key is a context right after og_hmac_init. */
typedef int og_pbkdf2_fn(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                         uint64_t iterations);

og_pbkdf2_fn og_pbkdf2_sha1;
og_pbkdf2_fn og_pbkdf2_whirlpool;

#endif
