/* SPDX-License-Identifier: MIT */
/*
 * kernel: sha1_c_fast
 * op: sha1.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: the schedule computed inside the rounds, in a ring of 16 words
 * refs: FIPS 180-4 section 6.1.3
 *
 * This is the alternate method of the standard: W[t] replaces W[t-16] in the ring, in the round that
 * adds it, so that the instructions of the schedule fill the gaps of the rounds' dependency chain. All
 * 80 rounds are unrolled, and the five variables change names instead of values.
 *
 * Lab notes: docs/kernels/sha1.md.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "sha1/sha1_rounds.h"

#define LOAD(t) (W[t] = og_load32be(blocks + 4 * (t)))
#define NEXT(t) \
    (W[(t) & 15] = og_rotl32(W[((t) - 3) & 15] ^ W[((t) - 8) & 15] ^ W[((t) - 14) & 15] ^ W[(t) & 15], 1))

__attribute__((noinline)) static void compress(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    uint32_t a = cv[0];
    uint32_t b = cv[1];
    uint32_t c = cv[2];
    uint32_t d = cv[3];
    uint32_t e = cv[4];

    for (; nblocks > 0; nblocks--, blocks += 64) {
        uint32_t W[16];

        ROUNDS_0_TO_19;
        ROUNDS20(20, PARITY, K1);
        ROUNDS20(40, MAJ, K2);
        ROUNDS20(60, PARITY, K3);

        cv[0] = a += cv[0];
        cv[1] = b += cv[1];
        cv[2] = c += cv[2];
        cv[3] = d += cv[3];
        cv[4] = e += cv[4];
    }
}

/* Wipes the stack afterwards: the compiler may have spilled schedule words there, which may be secret. */
void og_sha1_c_fast(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    compress(cv, blocks, nblocks);
    og_burn_stack();
}
