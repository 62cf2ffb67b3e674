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
 * Row i of a round's output is the XOR over k of table_k[byte k of row i - k], XOR the key row. A round has
 * 64 look-ups of 8 bytes for the state and 64 for the key. The build derives the tables from the mini-boxes.
 * All rows are local variables. ROWS is applied to the key and to the state.
 *
 * Lab notes: docs/kernels/whirlpool.md.
 */
#include <string.h>

#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
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

/* Row i of the output. Column k is taken from row i - k of the input. */
#define ROW(a, i)                                                                                    \
    (LOOKUP(0, (a)[(i) & 7]) ^ LOOKUP(1, (a)[((i) - 1) & 7]) ^ LOOKUP(2, (a)[((i) - 2) & 7]) ^       \
     LOOKUP(3, (a)[((i) - 3) & 7]) ^ LOOKUP(4, (a)[((i) - 4) & 7]) ^ LOOKUP(5, (a)[((i) - 5) & 7]) ^ \
     LOOKUP(6, (a)[((i) - 6) & 7]) ^ LOOKUP(7, (a)[((i) - 7) & 7]))

/* All eight rows of the output. */
#define ROWS(next, a, key)              \
    do {                                \
        (next)[0] = ROW(a, 0) ^ key(0); \
        (next)[1] = ROW(a, 1) ^ key(1); \
        (next)[2] = ROW(a, 2) ^ key(2); \
        (next)[3] = ROW(a, 3) ^ key(3); \
        (next)[4] = ROW(a, 4) ^ key(4); \
        (next)[5] = ROW(a, 5) ^ key(5); \
        (next)[6] = ROW(a, 6) ^ key(6); \
        (next)[7] = ROW(a, 7) ^ key(7); \
    } while (0)

/* What is added to row i: the round constant for the key, the new round key for the state. Only the first row
 * of a round constant is not zero. */
#define CONSTANT(i) ((i) == 0 ? load(og_whirlpool_rc[r]) : 0)
#define KEY(i) next_key[i]

__attribute__((noinline)) static void compress(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    for (; nblocks > 0; nblocks--, blocks += 64) {
        uint64_t key[2][8]; /* of this round and of the next */
        uint64_t state[2][8];
        for (unsigned i = 0; i < 8; i++) {
            key[0][i] = load(cv + 8 * i);
            state[0][i] = load(blocks + 8 * i) ^ key[0][i];
        }
        for (unsigned r = 0; r < WHIRLPOOL_ROUNDS; r++) {
            uint64_t *next_key = key[~r & 1];
            ROWS(next_key, key[r & 1], CONSTANT);
            ROWS(state[~r & 1], state[r & 1], KEY);
        }
        for (unsigned i = 0; i < 8; i++) {
            const uint64_t h = load(cv + 8 * i) ^ load(blocks + 8 * i) ^ state[0][i];
            memcpy(cv + 8 * i, &h, 8);
        }
    }
}

/* The stack is cleared, because a state and its key reveal the block, which may be a secret. */
void og_whirlpool_c_int64(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    compress(cv, blocks, nblocks);
    og_burn_stack();
}
