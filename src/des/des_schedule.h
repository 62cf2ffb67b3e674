/* SPDX-License-Identifier: MIT */
/*
 * The key schedule of FIPS 46-3 as an inline function, eight rounds at a time: the body of des_c_key and of
 * the libdes replacement. Constant time.
 *
 * Each byte of a 64-bit word belongs to one round. C and D are stored as one byte per bit, with even and odd
 * places in separate rows. Within each group of eight rounds the key registers shift by 2 per round. So one
 * bit of eight round keys is a load of eight neighbouring bytes. Rounds are grouped by their total shift:
 * round 16 (28, equal to 0) precedes round 2, and round 1 (1, equal to 29) follows round 15.
 */
#ifndef OG_DES_SCHEDULE_H
#define OG_DES_SCHEDULE_H

#include <oldguard/des.h>

#include "core/bytes.h"
#include "core/wipe.h"
#include "des/fips46.h"

/* The rounds, counted from 0, in the bytes of the two words, and the total shift at the start of the second.
 */
static const uint8_t des_schedule_rounds[2][8] = {{15, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 0}};
#define DES_SCHEDULE_SHIFT 15

/* Exchanges the bits of x at mask with those n bits higher. */
static inline uint64_t des_schedule_swap(uint64_t x, unsigned n, uint64_t mask) {
    const uint64_t t = (x >> n ^ x) & mask;
    return x ^ t ^ t << n;
}

/* Applies PC1. Returns C in the lower and D in the upper half of a word, their first bits lowest. */
static inline uint64_t des_schedule_halves(const uint8_t key[8]) {
    uint64_t x = og_load64be(key);
    /* Transposes the 8 x 8 bits: byte i gets the bits of column 8 - i, that of the last row lowest. */
    x = des_schedule_swap(x, 7, 0x00aa00aa00aa00aa);
    x = des_schedule_swap(x, 14, 0x0000cccc0000cccc);
    x = des_schedule_swap(x, 28, 0x00000000f0f0f0f0);
    const uint64_t c = x >> 56 | (x >> 40 & 0xff00) | (x >> 24 & 0xff0000) | (x >> 8 & 0x0f000000);
    const uint64_t d = (x >> 8 & 0x00ffffff) | (x >> 12 & 0x0f000000);
    return c | d << 32;
}

/* Moves the even bits of both 32-bit halves to their lower 16 bits, the odd ones to the upper. */
static inline uint64_t des_schedule_part(uint64_t x) {
    x = des_schedule_swap(x, 1, 0x2222222222222222);
    x = des_schedule_swap(x, 2, 0x0c0c0c0c0c0c0c0c);
    x = des_schedule_swap(x, 4, 0x00f000f000f000f0);
    return des_schedule_swap(x, 8, 0x0000ff000000ff00);
}

/* Exchanges the bits of b at mask with those of a at mask << n. */
static inline void des_schedule_trade(uint64_t *a, uint64_t *b, unsigned n, uint64_t mask) {
    const uint64_t t = (*a >> n ^ *b) & mask;
    *b ^= t;
    *a ^= t << n;
}

/* Transposes the 8 x 8 matrix of bytes in place. */
static inline void des_schedule_transpose(uint64_t m[8]) {
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        des_schedule_trade(&m[i], &m[i + 4], 32, 0x00000000ffffffff);
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        uint64_t *a = &m[i / 2 * 4 + i % 2];
        des_schedule_trade(a, a + 2, 16, 0x0000ffff0000ffff);
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        des_schedule_trade(&m[2 * i], &m[2 * i + 1], 8, 0x00ff00ff00ff00ff);
    }
}

/* Writes the round keys of a key. */
static inline void des_schedule(og_des_key *ks, const uint8_t key[8]) {
    /* [C or D][parity of the place][place / 2], repeated cyclically: 14 bits, again, and one more word. */
    uint8_t bits[2][2][40];
    const uint64_t parts = des_schedule_part(des_schedule_halves(key));
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t part = parts >> (16 * i);
        /* Spreads seven bits over seven bytes. The products do not overlap. */
        const uint64_t first = (part & 0x7f) * 0x0002040810204081 & 0x0101010101010101;
        const uint64_t second = (part >> 7 & 0x7f) * 0x0002040810204081 & 0x0101010101010101;
        uint8_t *row = bits[i / 2][i % 2];
        og_store64le(row, first);
        og_store64le(row + 7, second);
        og_store64le(row + 14, first);
        og_store64le(row + 21, second);
        og_store64le(row + 28, first);
    }
#pragma GCC unroll 2
    for (unsigned eight = 0; eight < 2; eight++) {
        uint64_t fields[8];
        /* The fields of S1 S3 S5 S7, then S2 S4 S6 S8: the bytes of the two words of a round key. */
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; i++) {
            const unsigned box = i % 4 * 2 + i / 4;
            fields[i] = 0;
#pragma GCC unroll 6
            for (unsigned bit = 6; bit-- > 0;) {
                const unsigned place = fips46_PC2[6 * box + bit] - 1u;
                const unsigned from = place % 28 + DES_SCHEDULE_SHIFT * eight;
                fields[i] = fields[i] << 1 | og_load64le(bits[place / 28][from % 2] + from / 2);
            }
            fields[i] <<= 2;
        }
        des_schedule_transpose(fields);
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; i++) {
            uint32_t *k = ks->k[des_schedule_rounds[eight][i]];
            k[0] = (uint32_t)fields[i];
            k[1] = og_rotl32((uint32_t)(fields[i] >> 32), 4);
        }
    }
    og_wipe(bits, sizeof bits);
}

#endif
