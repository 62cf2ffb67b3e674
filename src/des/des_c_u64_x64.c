/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_u64_x64
 * op: des.ecb des.cbc_dec des3.ecb des3.cbc_dec
 * lanes: 1
 * constant-time: yes
 * min-size: 512
 * summary: bit slices: 64 blocks at once, S-boxes as circuits of gates
 * refs: FIPS 46-3; SP 800-67; E. Biham, A Fast New DES Implementation in Software, FSE 1997
 *
 * L[i] ^= P(S(E(R) ^ K))[i], where a word is one bit of 64 blocks.
 *
 * IP, E and P only select words. A round is eight S-box circuits, 48 XORs with the round key and 32 with the
 * half block. A circuit computes S(x) ^ S(0). In the rounds whose right half has received an odd number of
 * results, the missing bits of S(0) are added to the round key. After sixteen rounds each half has received
 * eight results, so the missing bits cancel. A partial batch costs as much as 64 blocks. No address and no
 * branch depends on data or key.
 *
 * Lab notes: docs/kernels/des_slice.md.
 */
#include <string.h>

#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "des/des_slice.h"

/* 0 or -1 for each bit; sign extension makes a word of it. */
typedef int8_t round_keys[16][48];

typedef struct state {
    uint64_t bits[64];
    round_keys *keys; /* one or three, in the order of the passes */
    unsigned passes;
} state;

/* Writes the round keys of a pass in the order of its rounds. */
static void expand(round_keys keys, const og_des_key *ks, int encrypt) {
    for (unsigned round = 0; round < 16; round++) {
        const uint32_t *k = ks->k[encrypt ? round : 15 - round];
        const uint32_t words[2] = {k[0] >> 2, og_rotr32(k[1], 4) >> 2};
        const unsigned changed = (round + 1) / 2 % 2;
        for (unsigned i = 0; i < 48; i++) {
            const unsigned box = i / 6;
            const unsigned bit = words[box % 2] >> (8 * (box / 2) + i % 6) & 1;
            keys[round][i] = (int8_t)-(int)(bit ^ (changed & des_sbox_changed[i]));
        }
    }
}

/* Performs a round. */
static inline void round_of(uint64_t *left, const uint64_t *right, const int8_t *key) {
#define DES_SLICE_INPUT(i) (right[fips46_E[i] - 1] ^ (uint64_t)(int64_t)key[i])
    DES_SLICE_BOXES(left);
}

/* Encrypts or decrypts 64 blocks in place, each a big-endian word. */
static void crypt_lanes(state *s, uint64_t m[64]) {
    uint64_t *left = s->bits, *right = s->bits + 32;
    des_slice_transpose(m);
    for (unsigned i = 0; i < 64; i++) {
        s->bits[i] = m[fips46_IP[i] - 1];
    }
    for (unsigned pass = 0; pass < s->passes; pass++) {
        const int8_t *key = s->keys[pass][0];
        for (unsigned round = 0; round < 16; round += 2, key += 96) {
            round_of(left, right, key);
            round_of(right, left, key + 48);
        }
        uint64_t *other = left;
        left = right;
        right = other;
    }
    for (unsigned i = 0; i < 32; i++) {
        m[fips46_IP[i] - 1] = left[i];
        m[fips46_IP[i + 32] - 1] = right[i];
    }
    des_slice_transpose(m);
}

/* Writes the round keys of all passes. */
static void set_keys(state *s, round_keys *keys, unsigned passes, const og_des_key *ks, int encrypt) {
    s->keys = keys;
    s->passes = passes;
    for (unsigned i = 0; i < passes; i++) {
        const unsigned from = encrypt ? i : passes - 1 - i;
        expand(keys[i], &ks[from], i % 2 == 1 ? !encrypt : encrypt);
    }
}

/* Loads up to 64 blocks, and zeros for the others. Returns the number of blocks. */
static unsigned load(uint64_t m[DES_SLICE_LANES], const uint8_t *in, size_t nblocks) {
    const unsigned n = nblocks < DES_SLICE_LANES ? (unsigned)nblocks : DES_SLICE_LANES;
    for (unsigned i = 0; i < n; i++) {
        m[i] = og_load64be(in + 8 * i);
    }
    memset(m + n, 0, (DES_SLICE_LANES - n) * sizeof *m);
    return n;
}

__attribute__((noinline)) static void ecb(uint8_t *out, const uint8_t *in, size_t nblocks,
                                          const og_des_key *ks, int encrypt, round_keys *keys,
                                          unsigned passes) {
    state s;
    uint64_t m[DES_SLICE_LANES];
    set_keys(&s, keys, passes, ks, encrypt);
    while (nblocks > 0) {
        const unsigned n = load(m, in, nblocks);
        crypt_lanes(&s, m);
        for (unsigned i = 0; i < n; i++) {
            og_store64be(out + 8 * i, m[i]);
        }
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_wipe(&s, sizeof s);
    og_wipe(m, sizeof m);
    og_wipe(keys, passes * sizeof *keys);
}

__attribute__((noinline)) static void cbc_dec(uint8_t *out, const uint8_t *in, size_t nblocks,
                                              const og_des_key *ks, uint8_t iv[8], round_keys *keys,
                                              unsigned passes) {
    state s;
    uint64_t m[DES_SLICE_LANES], before[DES_SLICE_LANES + 1];
    set_keys(&s, keys, passes, ks, 0);
    before[0] = og_load64be(iv);
    while (nblocks > 0) {
        const unsigned n = load(m, in, nblocks);
        memcpy(before + 1, m, sizeof m);
        crypt_lanes(&s, m);
        for (unsigned i = 0; i < n; i++) {
            og_store64be(out + 8 * i, m[i] ^ before[i]);
        }
        before[0] = before[n];
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
    og_store64be(iv, before[0]);
    og_wipe(&s, sizeof s);
    og_wipe(m, sizeof m);
    og_wipe(keys, passes * sizeof *keys);
}

void og_des_c_u64_x64_ecb(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                          int encrypt) {
    round_keys keys[1];
    ecb(out, in, nblocks, ks, encrypt, keys, 1);
    og_burn_deep_stack();
}

void og_des_c_u64_x64_cbc_dec(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                              uint8_t iv[8]) {
    round_keys keys[1];
    cbc_dec(out, in, nblocks, ks, iv, keys, 1);
    og_burn_deep_stack();
}

void og_des_c_u64_x64_des3_ecb(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                               int encrypt) {
    round_keys keys[3];
    ecb(out, in, nblocks, ks, encrypt, keys, 3);
    og_burn_deep_stack();
}

void og_des_c_u64_x64_des3_cbc_dec(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                                   uint8_t iv[8]) {
    round_keys keys[3];
    cbc_dec(out, in, nblocks, ks, iv, keys, 3);
    og_burn_deep_stack();
}
