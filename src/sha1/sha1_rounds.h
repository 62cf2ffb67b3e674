/* SPDX-License-Identifier: MIT */
/*
 * The 80 rounds of SHA-1 (FIPS 180-4 section 6.1), unrolled, for C kernels with different schedules.
 * The user declares the variables a b c d e and defines
 *     LOAD(t)   word t of the block, t < 16
 *     NEXT(t)   schedule word t, t >= 16
 * Both store the word for later uses of NEXT.
 */
#ifndef OG_SHA1_ROUNDS_H
#define OG_SHA1_ROUNDS_H

#include "core/bytes.h"

/* Ch selects y or z by x. This form has one operation less than that of the standard. */
#define CH(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
/* No bit is set in both terms, so that their sum is their or. The terms can be added one by one. */
#define MAJ(x, y, z) (((x) & (y)) + ((z) & ((x) ^ (y))))

#define K0 0x5a827999u /* floor(2^30 sqrt(2)) */
#define K1 0x6ed9eba1u /* floor(2^30 sqrt(3)) */
#define K2 0x8f1bbcdcu /* floor(2^30 sqrt(5)) */
#define K3 0xca62c1d6u /* floor(2^30 sqrt(10)) */

/* One round. The variable e becomes the new a, and b the new c. */
#define ROUND(a, b, c, d, e, F, k, w)                    \
    do {                                                 \
        (e) += (w) + (k) + F(b, c, d) + og_rotl32(a, 5); \
        (b) = og_rotl32(b, 30);                          \
    } while (0)

/* Five rounds, after which each variable has its name again. */
#define ROUNDS5(t, F, k, WORD)                     \
    do {                                           \
        ROUND(a, b, c, d, e, F, k, WORD((t) + 0)); \
        ROUND(e, a, b, c, d, F, k, WORD((t) + 1)); \
        ROUND(d, e, a, b, c, F, k, WORD((t) + 2)); \
        ROUND(c, d, e, a, b, F, k, WORD((t) + 3)); \
        ROUND(b, c, d, e, a, F, k, WORD((t) + 4)); \
    } while (0)

#define ROUNDS20(t, F, k)              \
    do {                               \
        ROUNDS5((t) + 0, F, k, NEXT);  \
        ROUNDS5((t) + 5, F, k, NEXT);  \
        ROUNDS5((t) + 10, F, k, NEXT); \
        ROUNDS5((t) + 15, F, k, NEXT); \
    } while (0)

/* Rounds 0 to 19. The first sixteen add the words of the block. */
#define ROUNDS_0_TO_19                          \
    do {                                        \
        ROUNDS5(0, CH, K0, LOAD);               \
        ROUNDS5(5, CH, K0, LOAD);               \
        ROUNDS5(10, CH, K0, LOAD);              \
        ROUND(a, b, c, d, e, CH, K0, LOAD(15)); \
        ROUND(e, a, b, c, d, CH, K0, NEXT(16)); \
        ROUND(d, e, a, b, c, CH, K0, NEXT(17)); \
        ROUND(c, d, e, a, b, CH, K0, NEXT(18)); \
        ROUND(b, c, d, e, a, CH, K0, NEXT(19)); \
    } while (0)

#endif
