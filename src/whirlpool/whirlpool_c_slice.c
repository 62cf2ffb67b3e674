/* SPDX-License-Identifier: MIT */
/*
 * kernel: whirlpool_c_slice
 * op: whirlpool.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: bit slices: 64 bytes as 8 words of 64 bits, S-box as gates, constant time
 * refs: ISO/IEC 10118-3:2004 clause 13; Barreto and Rijmen 2003, sections 3 and 6.2
 *
 * Slice k is a word that holds bit k of all 64 bytes. Bit 8 * row + column of the word belongs to the byte in
 * that row and column. The S-box is a circuit of gates on all 64 bytes at once. A multiplication in GF(2^8)
 * renames words and adds some of them. A shift of rows or columns is a rotation. No address and no branch
 * depends on the data. A vector of two elements holds a slice of the key and of the state, so each round
 * computes both. Sections are those of Barreto and Rijmen.
 *
 * Lab notes: docs/kernels/whirlpool.md.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "whirlpool/whirlpool_spec.h"
#include "whirlpool/whirlpool_tables.h"

#define INLINE __attribute__((always_inline)) static inline

/* No call passes a vector, because every function is inlined: a target without vectors needs no warning. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* One slice of the key (element 0) and of the state (element 1). */
typedef uint64_t pair __attribute__((vector_size(16)));

/* The compiler evaluates the coefficients: their indices are literals, and the boxes are constants. */

/* Returns all ones if bit o of entry i of a mini-box is 1, else 0. */
typedef uint64_t box_bit(unsigned i, unsigned o);
INLINE uint64_t bit_of_e(unsigned i, unsigned o) { return 0 - (uint64_t)(whirlpool_spec_E[i] >> o & 1); }
INLINE uint64_t bit_of_r(unsigned i, unsigned o) { return 0 - (uint64_t)(whirlpool_spec_R[i] >> o & 1); }

#define ENTRY(i, j) (whirlpool_spec_E[j] == (i) ? (j) : 0u)
INLINE uint64_t bit_of_inverse(unsigned i, unsigned o) {
    const unsigned entry = ENTRY(i, 0) | ENTRY(i, 1) | ENTRY(i, 2) | ENTRY(i, 3) | ENTRY(i, 4) | ENTRY(i, 5) |
                           ENTRY(i, 6) | ENTRY(i, 7) | ENTRY(i, 8) | ENTRY(i, 9) | ENTRY(i, 10) |
                           ENTRY(i, 11) | ENTRY(i, 12) | ENTRY(i, 13) | ENTRY(i, 14) | ENTRY(i, 15);
    return 0 - (uint64_t)(entry >> o & 1);
}

/* Returns the coefficient of a monomial in the algebraic normal form of bit o: the sum over the entries whose
 * bits are all in the monomial. */
INLINE uint64_t coefficient(box_bit *bit, unsigned monomial, unsigned o) {
    uint64_t sum = 0;
#define TERM(i) sum ^= ((i) & ~monomial) == 0 ? bit(i, o) : 0
    TERM(0), TERM(1), TERM(2), TERM(3), TERM(4), TERM(5), TERM(6), TERM(7);
    TERM(8), TERM(9), TERM(10), TERM(11), TERM(12), TERM(13), TERM(14), TERM(15);
#undef TERM
    return sum;
}

/* Computes bit o of a mini-box from the values of all 16 monomials of its input. */
INLINE pair output(box_bit *bit, const pair m[16], unsigned o) {
#define TERM(i) (coefficient(bit, i, o) & m[i])
    return coefficient(bit, 0, o) ^ TERM(1) ^ TERM(2) ^ TERM(3) ^ TERM(4) ^ TERM(5) ^ TERM(6) ^ TERM(7) ^
           TERM(8) ^ TERM(9) ^ TERM(10) ^ TERM(11) ^ TERM(12) ^ TERM(13) ^ TERM(14) ^ TERM(15);
#undef TERM
}

/* Puts the four slices x through a mini-box. */
INLINE void mini_box(pair y[4], const pair x[4], box_bit *bit) {
    const pair m3 = x[0] & x[1], m12 = x[2] & x[3];
    const pair m[16] = {{0},  x[0],        x[1],        m3,        x[2], x[0] & x[2], x[1] & x[2], m3 & x[2],
                        x[3], x[0] & x[3], x[1] & x[3], m3 & x[3], m12,  x[0] & m12,  x[1] & m12,  m3 & m12};
    y[0] = output(bit, m, 0);
    y[1] = output(bit, m, 1);
    y[2] = output(bit, m, 2);
    y[3] = output(bit, m, 3);
}

/* Applies the S-box (section 6.2): two layers of E and its inverse, with R between them. */
INLINE void sub_bytes(pair a[8]) {
    pair lower[4], upper[4], sum[4], r[4];
    mini_box(upper, a + 4, bit_of_e);
    mini_box(lower, a, bit_of_inverse);
    for (unsigned i = 0; i < 4; i++) sum[i] = upper[i] ^ lower[i];
    mini_box(r, sum, bit_of_r);
    for (unsigned i = 0; i < 4; i++) {
        upper[i] ^= r[i];
        lower[i] ^= r[i];
    }
    mini_box(a + 4, upper, bit_of_e);
    mini_box(a, lower, bit_of_inverse);
}

INLINE pair rotate_rows(pair x, unsigned rows) { return x << 8 * rows | x >> (64 - 8 * rows); }

#define EACH_ROW UINT64_C(0x0101010101010101)

/* Shifts column k down by k rows, in one step for each bit of k (section 3.4). */
INLINE void shift_columns(pair a[8]) {
    for (unsigned i = 0; i < 8; i++) {
        a[i] ^= (a[i] ^ rotate_rows(a[i], 1)) & 0xaa * EACH_ROW;
        a[i] ^= (a[i] ^ rotate_rows(a[i], 2)) & 0xcc * EACH_ROW;
        a[i] ^= (a[i] ^ rotate_rows(a[i], 4)) & 0xf0 * EACH_ROW;
    }
}

/* Moves column k of every row to column k + n, modulo 8. */
INLINE pair rotate_columns(pair x, unsigned n) {
    const uint64_t low = (0xffu >> n) * EACH_ROW;
    return (x & low) << n | (x >> (8 - n) & ~(low << n));
}

/* Multiplies by x in GF(2^8) and adds b. */
INLINE void times_x_plus(pair a[8], const pair b[8]) {
    const pair zero = {0}, top = a[7];
    for (unsigned i = 8; i-- > 0;) {
        const pair below = i > 0 ? a[i - 1] : zero;
        a[i] = below ^ b[i] ^ ((WHIRLPOOL_POLYNOMIAL >> i & 1) != 0 ? top : zero);
    }
}

/* Adds, for each n, `a` rotated by n columns if entry n of the circulant's first row has bit `power`. */
INLINE void part_of_rows(pair sum[8], const pair a[8], unsigned power) {
    const pair zero = {0};
    for (unsigned i = 0; i < 8; i++) {
        sum[i] = whirlpool_spec_circulant[0] >> power & 1 ? a[i] : zero;
#define PART(n) sum[i] ^= whirlpool_spec_circulant[n] >> power & 1 ? rotate_columns(a[i], n) : zero
        PART(1), PART(2), PART(3), PART(4), PART(5), PART(6), PART(7);
#undef PART
    }
}

/* Multiplies each row by the circulant matrix (section 3.5), by Horner's rule over the bits of its entries.
 * No entry is above 15. */
INLINE void mix_rows(pair a[8]) {
    pair sum[8], part[8];
    part_of_rows(sum, a, 3);
    part_of_rows(part, a, 2);
    times_x_plus(sum, part);
    part_of_rows(part, a, 1);
    times_x_plus(sum, part);
    part_of_rows(part, a, 0);
    times_x_plus(sum, part);
    memcpy(a, sum, sizeof sum);
}

/* Applies a round without its key. */
__attribute__((noinline)) static void keyless_round(pair a[8]) {
    sub_bytes(a);
    shift_columns(a);
    mix_rows(a);
}

/* Transposes the 8 x 8 bits of a word: bit k of byte c becomes bit c of byte k. */
INLINE uint64_t transpose_bits(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

/* Transposes the 8 x 8 bytes of eight words. */
INLINE void transpose_bytes(uint64_t a[8]) {
    static const uint64_t masks[3] = {UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff),
                                      UINT64_C(0x00000000ffffffff)};
    for (unsigned s = 0; s < 3; s++) {
        const unsigned step = 1u << s;
        for (unsigned i = 0; i < 8; i++) {
            if ((i & step) != 0) continue;
            const uint64_t t = (a[i] >> 8 * step ^ a[i + step]) & masks[s];
            a[i + step] ^= t;
            a[i] ^= t << 8 * step;
        }
    }
}

static void slice(uint64_t a[8], const uint8_t bytes[64]) {
    for (unsigned i = 0; i < 8; i++) a[i] = transpose_bits(og_load64le(bytes + 8 * i));
    transpose_bytes(a);
}

static void unslice(uint8_t bytes[64], uint64_t a[8]) {
    transpose_bytes(a);
    for (unsigned i = 0; i < 8; i++) og_store64le(bytes + 8 * i, transpose_bits(a[i]));
}

__attribute__((noinline)) static void compress(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    uint64_t chain[8], block[8];
    pair both[8];
    slice(chain, cv);
    for (; nblocks > 0; nblocks--, blocks += 64) {
        slice(block, blocks);
        for (unsigned i = 0; i < 8; i++) both[i] = (pair){chain[i], chain[i] ^ block[i]};
        for (unsigned r = 0; r < WHIRLPOOL_ROUNDS; r++) {
            const uint64_t constant = transpose_bits(og_load64le(og_whirlpool_rc[r]));
            keyless_round(both);
            for (unsigned i = 0; i < 8; i++) {
                const uint64_t key = both[i][0] ^ (constant >> 8 * i & 0xff); /* row 0 alone */
                both[i] = (pair){key, both[i][1] ^ key};
            }
        }
        for (unsigned i = 0; i < 8; i++) chain[i] ^= block[i] ^ both[i][1];
    }
    unslice(cv, chain);
}

/* Compresses nblocks blocks and clears the stack, because a state and its key reveal the block, which may be
 * secret. */
void og_whirlpool_c_slice(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    compress(cv, blocks, nblocks);
    og_burn_stack();
}
