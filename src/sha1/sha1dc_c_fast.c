/* SPDX-License-Identifier: MIT */
/*
 * kernel: sha1dc_c_fast
 * op: sha1dc.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: unrolled rounds, four conditions at a time
 * refs: FIPS 180-4 section 6.1; M. Stevens, D. Shumow, USENIX Security 2017
 *
 * The rounds write all schedule words to an array, from which the conditions read. Conditions on the
 * same bits at consecutive steps are in rows of four (sha1dc_rows.h). A row costs one vector operation
 * for each step of its evaluation, or four scalar ones where the target has no vectors.
 *
 * Lab notes: docs/kernels/sha1dc.md.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "sha1/sha1_rounds.h"

#define LOAD(t) (W[t] = og_load32be(block + 4 * (t)))
#define NEXT(t) (W[t] = og_rotl32(W[(t) - 3] ^ W[(t) - 8] ^ W[(t) - 14] ^ W[(t) - 16], 1))

/* Compresses one block. Writes the expanded message to W and a to e before round 60 to state. */
static void compress(uint32_t cv[5], const uint8_t *block, uint32_t W[80], uint32_t state[5]) {
    uint32_t a = cv[0];
    uint32_t b = cv[1];
    uint32_t c = cv[2];
    uint32_t d = cv[3];
    uint32_t e = cv[4];

    ROUNDS_0_TO_19;
    ROUNDS20(20, PARITY, K1);
    ROUNDS20(40, MAJ, K2);
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    state[4] = e;
    ROUNDS20(60, PARITY, K3);
    cv[0] += a;
    cv[1] += b;
    cv[2] += c;
    cv[3] += d;
    cv[4] += e;
}

typedef uint32_t four __attribute__((vector_size(16)));
typedef int32_t four_signed __attribute__((vector_size(16)));

typedef four four_words __attribute__((aligned(4), may_alias));
#define FOUR(words) (*(const four_words *)(words))

/* Returns the mask of the disturbance vectors that no condition excludes. The sum of a condition's bits
 * is shifted to the sign, and an arithmetic shift spreads it over the word. */
static uint32_t surviving(const uint32_t W[80]) {
    four excluded = {0, 0, 0, 0};
#define ROW(i, bi, j, bj, want, ...)                                                               \
    do {                                                                                           \
        const four masks = {__VA_ARGS__};                                                          \
        const four x = (bi) == (bj) ? (FOUR(W + (i)) ^ FOUR(W + (j))) << (31 - (bi))               \
                                    : FOUR(W + (i)) << (31 - (bi)) ^ FOUR(W + (j)) << (31 - (bj)); \
        const four set = (four)((four_signed)x >> 31);                                             \
        excluded |= masks & ((want) ? ~set : set);                                                 \
    } while (0);
#include "sha1dc_rows.h"
#undef ROW
    return ~(excluded[0] | excluded[1] | excluded[2] | excluded[3]);
}

__attribute__((noinline)) static void run(uint32_t cv[5], const uint8_t *blocks, size_t nblocks,
                                          og_sha1dc_block_info *info) {
    uint32_t W[80];
    for (size_t i = 0; i < nblocks; i++) {
        og_sha1dc_block_info *out = &info[i];
        memcpy(out->cv, cv, sizeof out->cv);
        compress(cv, blocks + 64 * i, W, out->state);
        memcpy(out->w, W + 60, sizeof out->w);
        out->mask = surviving(W);
    }
    og_wipe(W, sizeof W);
}

/* Wipes the stack afterwards: the compiler may have spilled schedule words there, which may be secret. */
void og_sha1dc_c_fast(uint32_t cv[5], const uint8_t *blocks, size_t nblocks, og_sha1dc_block_info *info) {
    run(cv, blocks, nblocks, info);
    og_burn_stack();
}
