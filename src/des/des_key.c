/* SPDX-License-Identifier: MIT */
/* DES keys: the schedule of FIPS 46-3, parity, weak keys. */
#include <oldguard/des.h>

#include <string.h>

#include "core/bytes.h"
#include "core/wipe.h"
#include "des/fips46.h"

/* Parity apart, the weak and semi-weak keys are those whose C and D registers consist of repeated
 * bit pairs, so that the schedule has one or two different round keys (SP 800-67 section 3.3.2 lists
 * them; here they follow from the schedule itself). */
static int repeats_pairs(uint32_t half) {
    const uint32_t pair = half & 3;
    return half == pair * 0x05555555u;
}

/* Permuted choice 1: C and D, bit 1 of the standard at bit 27. */
static void choose_1(const uint8_t key[8], uint32_t cd[2]) {
    const uint64_t word = og_load64be(key);
    cd[0] = cd[1] = 0;
    for (unsigned i = 0; i < 56; i++) {
        cd[i / 28] = cd[i / 28] << 1 | (uint32_t)(word >> (64 - fips46_PC1[i]) & 1);
    }
}

static uint32_t rotate_28(uint32_t half, unsigned n) {
    return (half << n | half >> (28 - n)) & 0x0fffffff;
}

/* Permuted choice 2 into the fields of og_des_key. */
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

int og_des_key_has_parity(const uint8_t key[OG_DES_KEY_SIZE]) {
    if (key == NULL) {
        return 0;
    }
    unsigned odd = 1;
    for (unsigned i = 0; i < 8; i++) {
        odd &= (unsigned)__builtin_parity(key[i]);
    }
    return (int)odd;
}

int og_des_key_fix_parity(uint8_t key[OG_DES_KEY_SIZE]) {
    if (key == NULL) {
        return OG_ERR_NULL;
    }
    for (unsigned i = 0; i < 8; i++) {
        key[i] ^= (uint8_t)(1 ^ __builtin_parity(key[i]));
    }
    return OG_OK;
}

int og_des_key_is_weak(const uint8_t key[OG_DES_KEY_SIZE]) {
    if (key == NULL) {
        return 0;
    }
    uint32_t cd[2];
    choose_1(key, cd);
    const int weak = repeats_pairs(cd[0]) & repeats_pairs(cd[1]);
    og_wipe(cd, sizeof cd);
    return weak;
}

int og_des_key_set(og_des_key *ks, const uint8_t key[OG_DES_KEY_SIZE], unsigned checks) {
    if (ks == NULL || key == NULL) {
        return OG_ERR_NULL;
    }
    if (checks & ~(unsigned)(OG_DES_CHECK_PARITY | OG_DES_CHECK_WEAK)) {
        return OG_ERR_ARGUMENT;
    }
    if ((checks & OG_DES_CHECK_PARITY) && !og_des_key_has_parity(key)) {
        return OG_ERR_PARITY;
    }
    if ((checks & OG_DES_CHECK_WEAK) && og_des_key_is_weak(key)) {
        return OG_ERR_WEAK_KEY;
    }
    uint32_t cd[2];
    choose_1(key, cd);
    for (unsigned round = 0; round < 16; round++) {
        cd[0] = rotate_28(cd[0], fips46_shifts[round]);
        cd[1] = rotate_28(cd[1], fips46_shifts[round]);
        choose_2(cd, ks->k[round]);
    }
    og_wipe(cd, sizeof cd);
    return OG_OK;
}

void og_des_key_wipe(og_des_key *ks) {
    if (ks != NULL) {
        og_wipe(ks, sizeof *ks);
    }
}
