/* SPDX-License-Identifier: MIT */
/* The exact test for a collision attack, with forward rounds only.
 *
 * The states of both blocks of an attack agree at a step near 60, which depends on the disturbance vector.
 * The rounds from that step on with the words of the other block give its last state. Both blocks of an
 * attack lead to the same chaining value, so that subtracting the last state gives the chaining value
 * before the other block. The block is half of an attack if compressing the other block from that value
 * does lead to the common chaining value. M. Stevens, "Counter-cryptanalysis", CRYPTO 2013, computes the
 * other block's rounds backwards from the step to the start and forwards to the end. The equations are
 * the same. */
#include "sha1/sha1dc_test.h"

#include "core/bytes.h"
#include "sha1/sha1dc_tables.h"

/* FIPS 180-4 section 4.2.1, rounds 60 to 79. */
#define K3 0xca62c1d6u

/* Returns the change of a word that the difference d makes, or 0 if the states agree only after its round. */
static inline uint32_t change(uint32_t word, uint32_t d, int counts) {
    return (word ^ (d & -(uint32_t)counts)) - word;
}

/* Turns a and b of this block before step 60 into those of the other block, if the states agree at step 58 or
 * 59. Since then only the words of rounds 58 and 59 differ, each of which is added to a new a. So c, d and e
 * agree. dm: the difference of the expanded messages. */
static inline void before_60(uint32_t *a, uint32_t *b, const uint32_t w[20], const uint32_t dm[80],
                             unsigned step) {
    /* the recurrence of the schedule, solved for W[t - 16] */
    const uint32_t w59 = og_rotr32(w[15], 1) ^ w[12] ^ w[7] ^ w[1];
    const uint32_t w58 = og_rotr32(w[14], 1) ^ w[11] ^ w[6] ^ w[0];
    const uint32_t other_b = *b + change(w58, dm[58], step <= 58);
    *a += og_rotl32(other_b, 5) - og_rotl32(*b, 5) + change(w59, dm[59], step <= 59);
    *b = other_b;
}

/* Executes one of rounds 60 to 79 in place. The term of a comes last, since all others are known before it.
 */
#define ROUND(a, b, c, d, e, w) \
    do {                        \
        (e) += (w) + K3;        \
        (e) += (b) ^ (c) ^ (d); \
        (e) += og_rotl32(a, 5); \
        (b) = og_rotl32(b, 30); \
    } while (0)

/* Word t of the other block for t >= 60, but of this one before the step at which the states agree. */
#define EARLY(t) (w[(t) - 60] ^ (dm[t] & -(uint32_t)((t) >= step)))
#define LATE(t) (w[(t) - 60] ^ dm[t])

/* Computes the last state of the other block from the state of this one before step 60. step: that at which
 * their states agree, 58 to 65. */
static inline void last_state(uint32_t last[5], const uint32_t state[5], const uint32_t w[20],
                              const uint32_t dm[80], unsigned step) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    before_60(&a, &b, w, dm, step);
    ROUND(a, b, c, d, e, EARLY(60));
    ROUND(e, a, b, c, d, EARLY(61));
    ROUND(d, e, a, b, c, EARLY(62));
    ROUND(c, d, e, a, b, EARLY(63));
    ROUND(b, c, d, e, a, EARLY(64));
#pragma GCC unroll 3
    for (unsigned t = 65; t < 80; t += 5) {
        ROUND(a, b, c, d, e, LATE(t));
        ROUND(e, a, b, c, d, LATE(t + 1));
        ROUND(d, e, a, b, c, LATE(t + 2));
        ROUND(c, d, e, a, b, LATE(t + 3));
        ROUND(b, c, d, e, a, LATE(t + 4));
    }
    last[0] = a;
    last[1] = b;
    last[2] = c;
    last[3] = d;
    last[4] = e;
}

/* Returns words t and t + 1 of the other block, in the order of its bytes. */
static inline uint64_t other_words(const uint8_t *block, const uint32_t dm[80], unsigned t) {
    uint64_t difference, words;
    uint8_t bytes[8];
    og_store64be(bytes, (uint64_t)dm[t] << 32 | dm[t + 1]);
    memcpy(&difference, bytes, 8);
    memcpy(&words, block + 4 * t, 8);
    return words ^ difference;
}

/* A kernel loads the other block and the chaining value in vectors soon after. So each vector is stored as a
 * whole (core/tail64.h). */
void og_sha1dc_find_other(og_sha1dc_other *other, uint32_t end[5], const og_sha1dc_block *block,
                          unsigned vector) {
    typedef uint32_t words4 __attribute__((vector_size(16)));
    typedef uint64_t words2 __attribute__((vector_size(16)));
    const uint32_t *dm = og_sha1dc_dm[vector], *after = block->after;
    uint32_t last[5];
    for (unsigned t = 0; t < 16; t += 4) {
        const words2 x = {other_words(block->bytes, dm, t), other_words(block->bytes, dm, t + 2)};
        memcpy(other->block + 4 * t, &x, 16);
    }
    last_state(last, block->info->state, block->info->w, dm, og_sha1dc_vectors[vector].step);
    memcpy(other->last, last, sizeof last);
    const words4 cv = {after[0] - last[0], after[1] - last[1], after[2] - last[2], after[3] - last[3]};
    memcpy(other->cv, &cv, 16);
    memcpy(end, &cv, 16);
    other->cv[4] = end[4] = after[4] - last[4];
}

int og_sha1dc_is_reduced(og_sha1dc_other *other, const og_sha1dc_block *block, og_sha1_blocks_fn *compress) {
    const uint32_t *before = block->info->cv;
    uint32_t cv[5];

    memcpy(cv, before, sizeof cv);
    compress(cv, other->block, 1);
    for (unsigned i = 0; i < 5; i++) {
        if (cv[i] - before[i] != other->last[i]) {
            return 0;
        }
    }
    memcpy(other->cv, before, sizeof other->cv);
    return 1;
}
