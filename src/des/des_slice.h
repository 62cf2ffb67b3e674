/* SPDX-License-Identifier: MIT */
/* What the bit-sliced C kernels share: the transposition of 64 blocks into 64 slices, and the eight S-box
 * circuits of a round. */
#ifndef OG_DES_SLICE_H
#define OG_DES_SLICE_H

#include "des/fips46.h"
#include "des_sboxes.h"

#define DES_SLICE_LANES 64

/* Transposes the 64 x 64 matrix of bits in place: bit 63 - j of word i becomes bit 63 - i of word j. */
static inline void des_slice_transpose(uint64_t m[64]) {
    uint64_t mask = 0x00000000ffffffff;
    for (unsigned n = 32; n > 0; n /= 2, mask ^= mask << n) {
        for (unsigned i = 0; i < 64; i = (i + n + 1) & ~n) {
            const uint64_t t = (m[i] ^ m[i + n] >> n) & mask;
            m[i] ^= t;
            m[i + n] ^= t << n;
        }
    }
}

/* left ^= P(S_number(...)) ^ P(S_number(0)) */
#define DES_SLICE_BOX(left, number)                                                                        \
    do {                                                                                                   \
        enum { at = 6 * (number - 1) };                                                                    \
        uint64_t out[4];                                                                                   \
        des_sbox_##number(DES_SLICE_INPUT(at), DES_SLICE_INPUT(at + 1), DES_SLICE_INPUT(at + 2),           \
                          DES_SLICE_INPUT(at + 3), DES_SLICE_INPUT(at + 4), DES_SLICE_INPUT(at + 5), out); \
        for (unsigned i = 0; i < 4; i++) {                                                                 \
            left[des_sbox_place[4 * (number - 1) + i]] ^= out[i];                                          \
        }                                                                                                  \
    } while (0)

/* left ^= P(S(...)) ^ P(S(0)). The including file defines DES_SLICE_INPUT(i), input bit i of the S-boxes,
 * counted from 0. */
#define DES_SLICE_BOXES(left)   \
    do {                        \
        DES_SLICE_BOX(left, 1); \
        DES_SLICE_BOX(left, 2); \
        DES_SLICE_BOX(left, 3); \
        DES_SLICE_BOX(left, 4); \
        DES_SLICE_BOX(left, 5); \
        DES_SLICE_BOX(left, 6); \
        DES_SLICE_BOX(left, 7); \
        DES_SLICE_BOX(left, 8); \
    } while (0)

#endif
