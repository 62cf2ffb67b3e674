/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_ref
 * op: des.key des.encrypt1 des.encrypt2 des.encrypt3 des.decrypt3 des.ecb des.cbc_enc des.cbc_dec
 * op: des.crypt25 des3.ecb des3.cbc_enc des3.cbc_dec
 * lanes: 1
 * constant-time: no
 * min-size: 0
 * summary: FIPS 46-3 literally: permutations bit by bit from the standard's tables
 * refs: FIPS 46-3; SP 800-67; crypt(3)
 *
 * Blocks are 64-bit words with bit 1 of the standard at the top. Nothing is tuned, because the other kernels
 * are compared with this one.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "des/fips46.h"

/* Returns n bits of a word of `width` bits. The table counts bits from 1 at the top. */
static uint64_t permute(uint64_t word, unsigned width, const uint8_t *table, unsigned n) {
    uint64_t picked = 0;
    for (unsigned i = 0; i < n; i++) {
        picked = picked << 1 | (word >> (width - table[i]) & 1);
    }
    return picked;
}

/* Applies permuted choice 1. cd gets C and D, with bit 1 of the standard at bit 27. */
static void choose_1(const uint8_t key[8], uint32_t cd[2]) {
    const uint64_t word = og_load64be(key);
    cd[0] = cd[1] = 0;
    for (unsigned i = 0; i < 56; i++) {
        cd[i / 28] = cd[i / 28] << 1 | (uint32_t)(word >> (64 - fips46_PC1[i]) & 1);
    }
}

static uint32_t rotate_28(uint32_t half, unsigned n) { return (half << n | half >> (28 - n)) & 0x0fffffff; }

/* Applies permuted choice 2, and writes the fields of og_des_key. */
static void choose_2(const uint32_t cd[2], uint32_t k[2]) {
    const uint64_t word = (uint64_t)cd[0] << 28 | cd[1];
    k[0] = k[1] = 0;
    for (unsigned box = 0; box < 8; box++) {
        for (unsigned bit = 0; bit < 6; bit++) {
            const unsigned at = 2 + 4 * (box % 2) + 8 * (box / 2) + bit;
            const uint32_t value = (uint32_t)(word >> (56 - fips46_PC2[6 * box + bit]) & 1);
            k[box % 2] |= value << (at % 32);
        }
    }
}

void og_des_c_ref_key(og_des_key *ks, const uint8_t key[8]) {
    uint32_t cd[2];
    choose_1(key, cd);
    for (unsigned round = 0; round < 16; round++) {
        cd[0] = rotate_28(cd[0], fips46_shifts[round]);
        cd[1] = rotate_28(cd[1], fips46_shifts[round]);
        choose_2(cd, ks->k[round]);
    }
    og_wipe(cd, sizeof cd);
}

/* Returns the 48 bits of a round key from the fields of og_des_key. */
static uint64_t round_key(const uint32_t k[2]) {
    uint64_t key = 0;
    for (unsigned box = 0; box < 8; box++) {
        for (unsigned bit = 0; bit < 6; bit++) {
            const unsigned at = 2 + 4 * (box % 2) + 8 * (box / 2) + bit;
            key = key << 1 | (k[box % 2] >> (at % 32) & 1);
        }
    }
    return key;
}

/* Exchanges bit i + 1 of E's output with bit i + 25 where bit i of the salt of crypt(3) is set. */
static uint64_t exchange(uint64_t expanded, uint32_t salt) {
    for (unsigned i = 0; i < 24; i++) {
        const unsigned low = 23 - i, high = 47 - i; /* positions of bits i + 25 and i + 1 */
        const uint64_t differ = (expanded >> high ^ expanded >> low) & salt >> i & 1;
        expanded ^= differ << high | differ << low;
    }
    return expanded;
}

/* Returns the cipher function f(R, K) with a salt. FIPS 46-3 is the case of salt 0. */
static uint32_t f(uint32_t R, uint64_t K, uint32_t salt) {
    const uint64_t B = exchange(permute(R, 32, fips46_E, 48), salt) ^ K;
    uint32_t substituted = 0;
    for (unsigned box = 0; box < 8; box++) {
        const unsigned bits = B >> (42 - 6 * box) & 63;
        const unsigned row = (bits >> 4 & 2) | (bits & 1);
        const unsigned column = bits >> 1 & 15;
        substituted = substituted << 4 | fips46_S[box][row][column];
    }
    return (uint32_t)permute(substituted, 32, fips46_P, 32);
}

/* Performs the 16 rounds between IP and FP, and exchanges the halves. */
static uint64_t iterate(uint64_t block, const og_des_key *ks, int encrypt, uint32_t salt) {
    uint32_t L = (uint32_t)(block >> 32);
    uint32_t R = (uint32_t)block;
    for (unsigned n = 0; n < 16; n++) {
        const uint32_t next = L ^ f(R, round_key(ks->k[encrypt ? n : 15 - n]), salt);
        L = R;
        R = next;
    }
    return (uint64_t)R << 32 | L;
}

/* Encrypts or decrypts a block with a salt. */
static uint64_t salted(uint64_t block, const og_des_key *ks, int encrypt, uint32_t salt) {
    const uint64_t halves = permute(block, 64, fips46_IP, 64);
    return permute(iterate(halves, ks, encrypt, salt), 64, fips46_FP, 64);
}

static uint64_t cipher(uint64_t block, const og_des_key *ks, int encrypt) {
    return salted(block, ks, encrypt, 0);
}

/* Converts the words of libdes to a block of the standard, and back. */
static uint64_t block_of(const uint32_t data[2]) {
    return (uint64_t)og_swap32(data[0]) << 32 | og_swap32(data[1]);
}

static void words_of(uint32_t data[2], uint64_t block) {
    data[0] = og_swap32((uint32_t)(block >> 32));
    data[1] = og_swap32((uint32_t)block);
}

static void block1(uint32_t data[2], const og_des_key *ks, int encrypt) {
    words_of(data, cipher(block_of(data), ks, encrypt));
}

static void block3(uint32_t data[2], const og_des_key *ks, int encrypt) {
    uint64_t block = block_of(data);
    block = cipher(block, &ks[encrypt ? 0 : 2], encrypt);
    block = cipher(block, &ks[1], !encrypt);
    block = cipher(block, &ks[encrypt ? 2 : 0], encrypt);
    words_of(data, block);
}

#define BLOCK1 block1
#define BLOCK3 block3
#define NAME(operation) og_des_c_ref_##operation
#include "des/des_modes.h"

void og_des_c_ref_encrypt1(uint32_t data[2], const og_des_key *ks, int encrypt) { block1(data, ks, encrypt); }

/* Reverses the bits of a half block, so that bit 1 of the standard is the lowest. */
static uint32_t reverse(uint32_t half) {
    uint32_t reversed = 0;
    for (unsigned i = 0; i < 32; i++) {
        reversed = reversed << 1 | (half >> i & 1);
    }
    return reversed;
}

void og_des_c_ref_encrypt2(uint32_t data[2], const og_des_key *ks, int encrypt) {
    const uint64_t block = (uint64_t)reverse(data[1]) << 32 | reverse(data[0]);
    const uint64_t result = iterate(block, ks, encrypt, 0);
    data[0] = reverse((uint32_t)result);
    data[1] = reverse((uint32_t)(result >> 32));
}

void og_des_c_ref_encrypt3(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                           const og_des_key *k3) {
    block1(data, k1, 1);
    block1(data, k2, 0);
    block1(data, k3, 1);
}

void og_des_c_ref_decrypt3(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                           const og_des_key *k3) {
    block1(data, k3, 0);
    block1(data, k2, 1);
    block1(data, k1, 0);
}

void og_des_c_ref_crypt25(uint8_t out[8], const og_des_key *ks, uint32_t salt) {
    uint64_t block = 0;
    for (unsigned i = 0; i < 25; i++) {
        block = salted(block, ks, 1, salt);
    }
    og_store64be(out, block);
}
