/* SPDX-License-Identifier: MIT */
/*
 * kernel: whirlpool_c_int64
 * op: whirlpool.blocks
 * lanes: 1
 * constant-time: no
 * min-size: 0
 * summary: rows of 8 bytes; SubBytes, ShiftColumns and MixRows fused into 8 tables of 2 KiB
 * refs: ISO/IEC 10118-3:2004 clause 13; Barreto and Rijmen 2003, section 7.1
 *
 * Row i of a round's output = sum over k of table_k[byte k of row i - k], then the key row: 64
 * lookups of 8 bytes for the state and 64 for the key. The tables are derived from the mini-boxes
 * by derive_tables.py. All rows live in locals; the round is written once and applied to the key
 * and to the state.
 *
 * Lab notes: docs/kernels/whirlpool.md.
 */
#include <string.h>

#include "catalogue.h"
#include "core/bytes.h"
#include "whirlpool/whirlpool_spec.h"
#include "whirlpool/whirlpool_tables.h"

static inline uint64_t load(const uint8_t *p) {
    uint64_t w;
    memcpy(&w, p, 8);
    return w;
}

/* Byte k of a row in memory order, whatever the machine's byte order. */
#define BYTE(w, k) (uint8_t)((w) >> (OG_BIG_ENDIAN ? 56 - 8 * (k) : 8 * (k)))

#define LOOKUP(k, w) load(og_whirlpool_table[k][BYTE(w, k)])

/* Spreads input row i: its byte in column k goes into the sum of output row i + k. */
#define SPREAD(sum, a, i)                                                                        \
    do {                                                                                         \
        const uint64_t row = (a)[i];                                                             \
        sum##0 ^= LOOKUP((0 - (i)) & 7, row);                                                    \
        sum##1 ^= LOOKUP((1 - (i)) & 7, row);                                                    \
        sum##2 ^= LOOKUP((2 - (i)) & 7, row);                                                    \
        sum##3 ^= LOOKUP((3 - (i)) & 7, row);                                                    \
        sum##4 ^= LOOKUP((4 - (i)) & 7, row);                                                    \
        sum##5 ^= LOOKUP((5 - (i)) & 7, row);                                                    \
        sum##6 ^= LOOKUP((6 - (i)) & 7, row);                                                    \
        sum##7 ^= LOOKUP((7 - (i)) & 7, row);                                                    \
    } while (0)

/* a <- theta(pi(gamma(a))) ^ k, rows of 8 bytes. The eight sums stay in registers, the rows of a come
 * from memory one by one. */
static inline void round_function(uint64_t a[8], const uint64_t k[8]) {
    uint64_t sum0 = k[0], sum1 = k[1], sum2 = k[2], sum3 = k[3];
    uint64_t sum4 = k[4], sum5 = k[5], sum6 = k[6], sum7 = k[7];
    SPREAD(sum, a, 0);
    SPREAD(sum, a, 1);
    SPREAD(sum, a, 2);
    SPREAD(sum, a, 3);
    SPREAD(sum, a, 4);
    SPREAD(sum, a, 5);
    SPREAD(sum, a, 6);
    SPREAD(sum, a, 7);
    a[0] = sum0, a[1] = sum1, a[2] = sum2, a[3] = sum3;
    a[4] = sum4, a[5] = sum5, a[6] = sum6, a[7] = sum7;
}

void og_whirlpool_c_int64(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    for (; nblocks > 0; nblocks--, blocks += 64) {
        uint64_t key[8];
        uint64_t state[8];
        uint64_t constant[8] = {0}; /* only the first row of a round constant is not zero */
        for (unsigned i = 0; i < 8; i++) {
            key[i] = load(cv + 8 * i);
            state[i] = load(blocks + 8 * i) ^ key[i];
        }
        for (unsigned r = 0; r < WHIRLPOOL_ROUNDS; r++) {
            constant[0] = load(og_whirlpool_rc[r]);
            round_function(key, constant);
            round_function(state, key);
        }
        for (unsigned i = 0; i < 8; i++) {
            const uint64_t h = load(cv + 8 * i) ^ load(blocks + 8 * i) ^ state[i];
            memcpy(cv + 8 * i, &h, 8);
        }
    }
}
