/* SPDX-License-Identifier: MIT */
/* The inner loops of PBKDF2, one per hash function. */
#ifndef OG_KDF_PBKDF2_H
#define OG_KDF_PBKDF2_H

#include <oldguard/kdf.h>

/* Output blocks that are worked on at a time. */
#define OG_PBKDF2_BLOCKS 16

/* U_2 .. U_iterations of n <= OG_PBKDF2_BLOCKS output blocks: sums[i] is U_1 of block i on entry and
 * T_i = U_1 ^ .. ^ U_iterations on return. key is a context that has taken nothing but its key. */
typedef int og_pbkdf2_fn(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                         uint64_t iterations);

og_pbkdf2_fn og_pbkdf2_sha1;
og_pbkdf2_fn og_pbkdf2_whirlpool;

#endif
