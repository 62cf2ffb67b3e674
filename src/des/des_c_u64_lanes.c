/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_u64_lanes
 * op: des.lanes des3.lanes des.crypt_lanes des.bsdi_lanes
 * lanes: 64
 * constant-time: yes
 * min-size: 256
 * summary: bit slices: a block of each of 64 messages, each under its own key
 * refs: FIPS 46-3; E. Biham, A Fast New DES Implementation in Software, FSE 1997
 *
 * L[i] ^= P(S(E(R) ^ K))[i], where a word is one bit of 64 messages or of their keys.
 *
 * C and D are each stored twice, back to back, so that a rotation is a change of the base address and PC2 a
 * fixed set of offsets. The circuits compute S(x) ^ S(0) (see des_c_u64_x64). In the rounds whose right half
 * carries the bits of S(0), these are removed as the half is read. The bits of the salts are words, too:
 * masks & (a ^ b) is added to both bits a and b that a salt exchanges.
 *
 * Lab notes: docs/kernels/des_slice.md.
 */
#include <string.h>

#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "des/des_slice.h"

#define HALF 28
#define MOST_SALT 24 /* bits */

/* C, C, D, D */
typedef uint64_t lane_key[4 * HALF];

/* Loads a block of each lane as a big-endian word. */
static void load(uint64_t m[DES_SLICE_LANES], const uint8_t *in) {
    for (unsigned i = 0; i < DES_SLICE_LANES; i++) {
        m[i] = og_load64be(in + 8 * i);
    }
}

/* Writes C and D of every lane's key as slices. */
static void expand(lane_key to, const uint8_t *keys) {
    uint64_t m[DES_SLICE_LANES];
    load(m, keys);
    des_slice_transpose(m);
    for (unsigned i = 0; i < 2 * HALF; i++) {
        const unsigned at = i < HALF ? i : i + HALF;
        to[at] = to[at + HALF] = m[fips46_PC1[i] - 1];
    }
    og_wipe(m, sizeof m);
}

/* Performs a round. key is the base address of the round in a lane_key. carried is all ones if the right half
 * carries S(0), otherwise 0. salted has what the salts add, for each of their bits. */
__attribute__((always_inline)) static inline void round_of(uint64_t *left, const uint64_t *right,
                                                           const uint64_t *key, uint64_t carried,
                                                           const uint64_t *salted, unsigned bits) {
#define PLACE(i) (fips46_PC2[i] - 1 + (fips46_PC2[i] > HALF ? HALF : 0))
#define DES_SLICE_INPUT(i)                                                          \
    (right[fips46_E[i] - 1] ^ key[PLACE(i)] ^ (des_sbox_changed[i] ? carried : 0) ^ \
     ((i) % 24 < bits ? salted[(i) % 24] : 0))
    DES_SLICE_BOXES(left);
}

/* Computes what the salts add to the first bits of E's output, and to those 24 bits further on. */
static inline void salt_round(uint64_t *salted, const uint64_t *masks, unsigned bits, const uint64_t *right,
                              uint64_t carried) {
    for (unsigned i = 0; i < bits; i++) {
        const uint64_t differ = des_sbox_changed[i] != des_sbox_changed[i + 24] ? carried : 0;
        salted[i] = masks[i] & (right[fips46_E[i] - 1] ^ right[fips46_E[i + 24] - 1] ^ differ);
    }
}

/* Performs 16 rounds and exchanges the halves. decrypt takes the round keys in reverse order. masks are those
 * of the salts' bits. */
__attribute__((always_inline)) static inline void pass(uint64_t **left, uint64_t **right, const lane_key key,
                                                       int decrypt, const uint64_t *masks, unsigned bits) {
    uint64_t salted[MOST_SALT];
    unsigned base = decrypt ? HALF : 0;
    for (unsigned round = 0; round < 16; round++) {
        const uint64_t carried = 0 - (uint64_t)((round + 1) / 2 % 2);
        base += decrypt ? 0 : fips46_shifts[round];
        salt_round(salted, masks, bits, *right, carried);
        round_of(*left, *right, key + base, carried, salted, bits);
        base -= decrypt ? fips46_shifts[15 - round] : 0;
        uint64_t *other = *left;
        *left = *right;
        *right = other;
    }
    uint64_t *other = *left;
    *left = *right;
    *right = other;
    if (bits > 0) {
        og_wipe(salted, sizeof salted);
    }
}

/* Applies IP. */
static void permute(uint64_t bits[64], const uint64_t m[64]) {
    for (unsigned i = 0; i < 64; i++) {
        bits[i] = m[fips46_IP[i] - 1];
    }
}

/* Applies FP. */
static void permute_back(uint64_t m[64], const uint64_t *left, const uint64_t *right) {
    for (unsigned i = 0; i < 32; i++) {
        m[fips46_IP[i] - 1] = left[i];
        m[fips46_IP[i + 32] - 1] = right[i];
    }
}

/* Runs nblocks chained steps with one or three keys for each lane. */
static inline void chained(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys, uint8_t *iv,
                           lane_key *slices, unsigned passes) {
    uint64_t m[DES_SLICE_LANES], chain[DES_SLICE_LANES], bits[64];
    for (unsigned i = 0; i < passes; i++) {
        expand(slices[i], keys + i * 8 * DES_SLICE_LANES);
    }
    load(chain, iv);
    for (; nblocks > 0; nblocks--) {
        for (unsigned i = 0; i < DES_SLICE_LANES; i++) {
            m[i] = og_load64be(in + 8 * i) ^ chain[i];
        }
        des_slice_transpose(m);
        permute(bits, m);
        uint64_t *left = bits, *right = bits + 32;
        for (unsigned i = 0; i < passes; i++) {
            pass(&left, &right, slices[i], i % 2 == 1, NULL, 0);
        }
        permute_back(chain, left, right);
        des_slice_transpose(chain);
        for (unsigned i = 0; i < DES_SLICE_LANES; i++) {
            og_store64be(out + 8 * i, chain[i]);
        }
        in += 8 * DES_SLICE_LANES;
        out += 8 * DES_SLICE_LANES;
    }
    for (unsigned i = 0; i < DES_SLICE_LANES; i++) {
        og_store64be(iv + 8 * i, chain[i]);
    }
    og_wipe(m, sizeof m);
    og_wipe(chain, sizeof chain);
    og_wipe(bits, sizeof bits);
    og_wipe(slices, passes * sizeof *slices);
}

__attribute__((noinline)) static void chained1(uint8_t *out, const uint8_t *in, size_t nblocks,
                                               const uint8_t *keys, uint8_t *iv) {
    lane_key slices[1];
    chained(out, in, nblocks, keys, iv, slices, 1);
}

__attribute__((noinline)) static void chained3(uint8_t *out, const uint8_t *in, size_t nblocks,
                                               const uint8_t *keys, uint8_t *iv) {
    lane_key slices[3];
    chained(out, in, nblocks, keys, iv, slices, 3);
}

void og_des_c_u64_lanes_lanes(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys,
                              uint8_t *iv) {
    chained1(out, in, nblocks, keys, iv);
    og_burn_deep_stack();
}

void og_des_c_u64_lanes_des3_lanes(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys,
                                   uint8_t *iv) {
    chained3(out, in, nblocks, keys, iv);
    og_burn_deep_stack();
}

/* salt_bits: of each salt. */
__attribute__((always_inline)) static inline void crypt_all(uint8_t *blocks, const uint8_t *keys,
                                                            const uint64_t *salts, size_t iterations,
                                                            unsigned salt_bits) {
    lane_key key;
    uint64_t m[DES_SLICE_LANES], masks[MOST_SALT], bits[64];
    expand(key, keys);
    memcpy(m, salts, sizeof m);
    des_slice_transpose(m);
    for (unsigned i = 0; i < salt_bits; i++) {
        masks[i] = m[63 - i];
    }
    load(m, blocks);
    des_slice_transpose(m);
    permute(bits, m);
    uint64_t *left = bits, *right = bits + 32;
    for (; iterations > 0; iterations--) {
        pass(&left, &right, key, 0, masks, salt_bits);
    }
    permute_back(m, left, right);
    des_slice_transpose(m);
    for (unsigned i = 0; i < DES_SLICE_LANES; i++) {
        og_store64be(blocks + 8 * i, m[i]);
    }
    og_wipe(key, sizeof key);
    og_wipe(m, sizeof m);
    og_wipe(masks, sizeof masks);
    og_wipe(bits, sizeof bits);
}

__attribute__((noinline)) static void crypt12(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                              size_t iterations) {
    crypt_all(blocks, keys, salts, iterations, 12);
}

__attribute__((noinline)) static void crypt24(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                              size_t iterations) {
    crypt_all(blocks, keys, salts, iterations, 24);
}

void og_des_c_u64_lanes_crypt_lanes(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                    size_t iterations) {
    crypt12(blocks, keys, salts, iterations);
    og_burn_deep_stack();
}

void og_des_c_u64_lanes_bsdi_lanes(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                   size_t iterations) {
    crypt24(blocks, keys, salts, iterations);
    og_burn_deep_stack();
}
