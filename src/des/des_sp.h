/* SPDX-License-Identifier: MIT */
/*
 * DES by combined S and P tables, as functions to inline: the body of des_c_sp and of the libdes
 * replacement.
 *
 * A half block lies with bit 1 of the standard lowest, and during the rounds rotated left by 3 (see
 * derive_tables.py). IP is five exchanges of bit groups between the two words: numbering the 64 bits
 * by (word, bit) in binary, each exchange trades the word bit for one bit of the number.
 */
#ifndef OG_DES_SP_H
#define OG_DES_SP_H

#include <oldguard/des.h>

#include "core/bytes.h"
#include "des/des_tables.h"

/* Exchanges the bits of b at `mask` << shift with those of a at `mask`. */
static inline void des_sp_exchange(uint32_t *a, uint32_t *b, unsigned shift, uint32_t mask) {
    const uint32_t t = (*b >> shift ^ *a) & mask;
    *a ^= t;
    *b ^= t << shift;
}

/* In: the block's little-endian words. Out: right half in data[0], left half in data[1]. */
static inline void des_sp_ip(uint32_t data[2]) {
    des_sp_exchange(&data[0], &data[1], 4, 0x0f0f0f0f);
    des_sp_exchange(&data[1], &data[0], 16, 0x0000ffff);
    des_sp_exchange(&data[0], &data[1], 2, 0x33333333);
    des_sp_exchange(&data[1], &data[0], 8, 0x00ff00ff);
    des_sp_exchange(&data[0], &data[1], 1, 0x55555555);
}

static inline void des_sp_fp(uint32_t data[2]) {
    des_sp_exchange(&data[0], &data[1], 1, 0x55555555);
    des_sp_exchange(&data[1], &data[0], 8, 0x00ff00ff);
    des_sp_exchange(&data[0], &data[1], 2, 0x33333333);
    des_sp_exchange(&data[1], &data[0], 16, 0x0000ffff);
    des_sp_exchange(&data[0], &data[1], 4, 0x0f0f0f0f);
}

/* L ^ f(R, k): a field is at bits 2..7 of a byte, which is its table entry's offset in bytes. */
static inline uint32_t des_sp_round(uint32_t L, uint32_t R, const uint32_t k[2]) {
    const uint32_t odd = R ^ k[0];
    const uint32_t even = og_rotr32(R ^ k[1], 4);
    return L ^ og_des_sp[0][odd >> 2 & 63] ^ og_des_sp[2][odd >> 10 & 63] ^
           og_des_sp[4][odd >> 18 & 63] ^ og_des_sp[6][odd >> 26] ^ og_des_sp[1][even >> 2 & 63] ^
           og_des_sp[3][even >> 10 & 63] ^ og_des_sp[5][even >> 18 & 63] ^ og_des_sp[7][even >> 26];
}

/* The 16 rounds on rotated halves; data[1] leaves as the left, data[0] as the right half. */
static inline void des_sp_rounds(uint32_t data[2], const og_des_key *ks, int encrypt) {
    uint32_t R = data[0];
    uint32_t L = data[1];
    const int step = encrypt ? 1 : -1;
    const uint32_t(*k)[2] = encrypt ? &ks->k[0] : &ks->k[15];
    for (unsigned i = 0; i < 8; i++, k += 2 * step) {
        L = des_sp_round(L, R, k[0]);
        R = des_sp_round(R, L, k[step]);
    }
    data[0] = L;
    data[1] = R;
}

static inline void des_sp_rotate_in(uint32_t data[2]) {
    data[0] = og_rotl32(data[0], 3);
    data[1] = og_rotl32(data[1], 3);
}

static inline void des_sp_rotate_out(uint32_t data[2]) {
    data[0] = og_rotr32(data[0], 3);
    data[1] = og_rotr32(data[1], 3);
}

/* libdes's des_encrypt2: DES without IP and FP. */
static inline void des_sp_encrypt2(uint32_t data[2], const og_des_key *ks, int encrypt) {
    des_sp_rotate_in(data);
    des_sp_rounds(data, ks, encrypt);
    des_sp_rotate_out(data);
}

/* libdes's des_encrypt1: DES. */
static inline void des_sp_encrypt1(uint32_t data[2], const og_des_key *ks, int encrypt) {
    des_sp_ip(data);
    des_sp_encrypt2(data, ks, encrypt);
    des_sp_fp(data);
}

/* Triple DES; the FP and IP between the three passes cancel. */
static inline void des_sp_ede(uint32_t data[2], const og_des_key *first, const og_des_key *second,
                              const og_des_key *third, int encrypt) {
    des_sp_ip(data);
    des_sp_rotate_in(data);
    des_sp_rounds(data, first, encrypt);
    des_sp_rounds(data, second, !encrypt);
    des_sp_rounds(data, third, encrypt);
    des_sp_rotate_out(data);
    des_sp_fp(data);
}

#endif
