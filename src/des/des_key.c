/* SPDX-License-Identifier: MIT */
/* DES keys: key schedule (kernels of des.key), parity, weak keys. */
#include <oldguard/des.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"
#include "des/des_key.h"

#define LOWEST_BITS 0x0101010101010101u

/* Returns the parity of each byte, in the byte's lowest bit. */
static uint64_t parities(uint64_t word) {
    word ^= word >> 4;
    word ^= word >> 2;
    word ^= word >> 1;
    return word & LOWEST_BITS;
}

/* Returns 1 if all bits of the mask are equal in the word. */
static int all_or_none(uint64_t word, uint64_t mask) {
    return ((word & mask) == 0) | ((word & mask) == mask);
}

int og_des_key_has_parity(const uint8_t key[OG_DES_KEY_SIZE]) {
    return key != NULL && parities(og_load64be(key)) == LOWEST_BITS;
}

int og_des_key_fix_parity(uint8_t key[OG_DES_KEY_SIZE]) {
    if (key == NULL) {
        return OG_ERR_NULL;
    }
    const uint64_t word = og_load64be(key);
    og_store64be(key, word ^ parities(word) ^ LOWEST_BITS);
    return OG_OK;
}

/* Returns 1 if two keys differ at most in parity bits, that is, have the same key schedule. */
static int is_same(uint64_t a, uint64_t b) { return ((a ^ b) & ~LOWEST_BITS) == 0; }

/* Returns 1 for a weak or semi-weak key (SP 800-67 section 3.3.2). In these keys the registers C and D repeat
 * a pair of bits, so that the schedule has one or two different round keys. PC1 takes C from the upper three
 * bits of all bytes and D from the three bits above the parity bits. Of the bits between, those of the last
 * four bytes belong to C and those of the first four to D. Neighbouring bits of C or D come from neighbouring
 * bytes. So the bits of C must be equal in every other byte, and those of D, too. */
static int is_weak(uint64_t key) {
    const uint64_t c = 0x00e000e000f000f0u;
    const uint64_t d = 0x001e001e000e000eu;
    return all_or_none(key, c) & all_or_none(key, c << 8) & all_or_none(key, d) & all_or_none(key, d << 8);
}

int og_des_key_is_weak(const uint8_t key[OG_DES_KEY_SIZE]) {
    return key != NULL && is_weak(og_load64be(key));
}

int og_des_judge_keys(const uint8_t *keys, size_t n, unsigned checks) {
    uint64_t odd = LOWEST_BITS;
    int weak = 0;
    if (checks & ~(unsigned)(OG_DES_CHECK_PARITY | OG_DES_CHECK_WEAK)) {
        return OG_ERR_ARGUMENT;
    }
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = og_load64be(keys + 8 * i);
        odd &= parities(key);
        weak |= is_weak(key);
        if (i > 0) { /* Triple DES with these keys equals single DES */
            weak |= is_same(key, og_load64be(keys + 8 * (i - 1)));
        }
    }
    if ((checks & OG_DES_CHECK_PARITY) && odd != LOWEST_BITS) {
        return OG_ERR_PARITY;
    }
    return (checks & OG_DES_CHECK_WEAK) && weak ? OG_ERR_WEAK_KEY : OG_OK;
}

int og_des_key_set(og_des_key *ks, const uint8_t key[OG_DES_KEY_SIZE], unsigned checks) {
    if (ks == NULL || key == NULL) {
        return OG_ERR_NULL;
    }
    const int status = og_des_check_keys(key, 1, checks);
    if (status != OG_OK) {
        return status;
    }
    const og_fn fn = og_dispatch(OG_OP_DES_KEY, OG_DES_KEY_SIZE);
    if (fn == NULL) {
        return og_dispatch_status();
    }
    ((og_des_key_fn *)fn)(ks, key);
    return OG_OK;
}

void og_des_key_wipe(og_des_key *ks) {
    if (ks != NULL) {
        og_wipe(ks, sizeof *ks);
    }
}
