/* SPDX-License-Identifier: MIT */
/*
 * kernel: sha1_c_fast
 * op: sha1.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: the schedule computed inside the rounds, in a ring of 16 words
 * refs: FIPS 180-4 section 6.1.3
 *
 * The alternate method of the standard: W[t] replaces W[t-16] in place, one step before the round
 * that adds it, so that the schedule's shifts fill the slack of the rounds' dependency chain. All
 * 80 rounds are written out and the five variables change names instead of places.
 *
 * Lab notes: docs/kernels/sha1.md.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"

/* Ch as a selection by x with one operation less than the standard's form. */
#define CH(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
/* The two terms never share a bit: the sum lets the adder take them one by one. */
#define MAJ(x, y, z) (((x) & (y)) + ((z) & ((x) ^ (y))))

#define K0 0x5a827999u /* floor(2^30 sqrt(2)) */
#define K1 0x6ed9eba1u /* floor(2^30 sqrt(3)) */
#define K2 0x8f1bbcdcu /* floor(2^30 sqrt(5)) */
#define K3 0xca62c1d6u /* floor(2^30 sqrt(10)) */

#define LOAD(t) (W[t] = og_load32be(blocks + 4 * (t)))
#define NEXT(t)                                                                                  \
    (W[(t) & 15] = og_rotl32(W[((t) - 3) & 15] ^ W[((t) - 8) & 15] ^ W[((t) - 14) & 15] ^        \
                                 W[(t) & 15],                                                    \
                             1))

/* One round: the new a arises in e's place, b turns into the new c in its own. */
#define ROUND(a, b, c, d, e, F, k, w)                                                            \
    do {                                                                                         \
        (e) += (w) + (k) + F(b, c, d) + og_rotl32(a, 5);                                         \
        (b) = og_rotl32(b, 30);                                                                  \
    } while (0)

/* Five rounds bring the variables back to their names. */
#define ROUNDS5(t, F, k, WORD)                                                                   \
    do {                                                                                         \
        ROUND(a, b, c, d, e, F, k, WORD((t) + 0));                                               \
        ROUND(e, a, b, c, d, F, k, WORD((t) + 1));                                               \
        ROUND(d, e, a, b, c, F, k, WORD((t) + 2));                                               \
        ROUND(c, d, e, a, b, F, k, WORD((t) + 3));                                               \
        ROUND(b, c, d, e, a, F, k, WORD((t) + 4));                                               \
    } while (0)

#define ROUNDS20(t, F, k)                                                                        \
    do {                                                                                         \
        ROUNDS5((t) + 0, F, k, NEXT);                                                            \
        ROUNDS5((t) + 5, F, k, NEXT);                                                            \
        ROUNDS5((t) + 10, F, k, NEXT);                                                           \
        ROUNDS5((t) + 15, F, k, NEXT);                                                           \
    } while (0)

__attribute__((noinline)) static void compress(uint32_t cv[5], const uint8_t *blocks,
                                               size_t nblocks) {
    uint32_t a = cv[0];
    uint32_t b = cv[1];
    uint32_t c = cv[2];
    uint32_t d = cv[3];
    uint32_t e = cv[4];

    for (; nblocks > 0; nblocks--, blocks += 64) {
        uint32_t W[16];

        ROUNDS5(0, CH, K0, LOAD);
        ROUNDS5(5, CH, K0, LOAD);
        ROUNDS5(10, CH, K0, LOAD);
        ROUND(a, b, c, d, e, CH, K0, LOAD(15));
        ROUND(e, a, b, c, d, CH, K0, NEXT(16));
        ROUND(d, e, a, b, c, CH, K0, NEXT(17));
        ROUND(c, d, e, a, b, CH, K0, NEXT(18));
        ROUND(b, c, d, e, a, CH, K0, NEXT(19));
        ROUNDS20(20, PARITY, K1);
        ROUNDS20(40, MAJ, K2);
        ROUNDS20(60, PARITY, K3);

        cv[0] = a += cv[0];
        cv[1] = b += cv[1];
        cv[2] = c += cv[2];
        cv[3] = d += cv[3];
        cv[4] = e += cv[4];
    }
}

/* The compiler keeps schedule words, which may be those of a secret, wherever it likes. */
void og_sha1_c_fast(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    compress(cv, blocks, nblocks);
    og_burn_stack();
}
