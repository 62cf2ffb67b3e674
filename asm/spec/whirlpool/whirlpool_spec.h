/* SPDX-License-Identifier: MIT */
/*
 * The constants of Whirlpool as the specification prints them. S-box, round constants and tables are
 * derived from them: by the kernel whirlpool_c_byte at run time, and by the Python package
 * spec.whirlpool, which reads this file, when the library is built.
 *
 * Source: Barreto, Rijmen, "The WHIRLPOOL Hashing Function", 2003; ISO/IEC 10118-3:2004.
 */
#ifndef OG_WHIRLPOOL_SPEC_H
#define OG_WHIRLPOOL_SPEC_H

#include <stdint.h>

/* Rounds of the block cipher W (section 3.10). */
#define WHIRLPOOL_ROUNDS 10

/* Reduction polynomial of GF(2^8): x^8 + x^4 + x^3 + x^2 + 1 (section 2.1). */
#define WHIRLPOOL_POLYNOMIAL 0x11d

/* The mini-boxes of the S-box (section 6.2): E is exponential, R is random. */
static const uint8_t whirlpool_spec_E[16] = {
    0x1, 0xb, 0x9, 0xc, 0xd, 0x6, 0xf, 0x3, 0xe, 0x8, 0x7, 0x4, 0xa, 0x2, 0x5, 0x0,
};
static const uint8_t whirlpool_spec_R[16] = {
    0x7, 0xc, 0xb, 0xd, 0xe, 0x4, 0x9, 0xf, 0x6, 0x3, 0x8, 0xa, 0x2, 0x5, 0x1, 0x0,
};

/* First row of the circulant diffusion matrix (section 3.5). */
static const uint8_t whirlpool_spec_circulant[8] = {1, 1, 4, 1, 8, 5, 2, 9};

#endif
