/* SPDX-License-Identifier: MIT */
/* The exact test for a collision attack, with forward rounds only.
 *
 * The states of both blocks of an attack agree at a step near 60, which depends on the disturbance vector.
 * This gives the state of the other block before step 60. The rounds from there on with its words give its
 * last state. Both blocks of an attack lead to the same chaining value, so that subtracting the last state
 * gives the chaining value before the other block. The block is half of an attack if the rounds from that
 * value lead to the state before step 60 again, as a sha1dc.test kernel decides, or, which is the same, if
 * compressing the other block from that value leads to the common chaining value. M. Stevens,
 * "Counter-cryptanalysis", CRYPTO 2013, computes the other block's rounds backwards from the step to the
 * start and forwards to the end. The equations are the same. */
#include "sha1/sha1dc_test.h"

#include "core/bytes.h"
#include "core/wipe.h"
#include "sha1/sha1dc_tables.h"

/* FIPS 180-4 section 4.2.1, rounds 60 to 79. */
#define K3 0xca62c1d6u

/* Returns the change of a word that the difference d makes, or 0 if the states agree only after its round. */
static inline uint32_t change(uint32_t word, uint32_t d, int counts) {
    return (word ^ (d & -(uint32_t)counts)) - word;
}

/* Turns the state of this block before step 60 into that of the other block, if the states agree at step 58
 * or
 * 59. Since then only the words of rounds 58 and 59 differ, each of which is added to a new a. So c, d and e
 * agree. w: W[60..79]. dm: the difference of the expanded messages. */
static inline void from_before(uint32_t s[5], const uint32_t w[20], const uint32_t dm[80], unsigned step) {
    /* the recurrence of the schedule, solved for W[t - 16] */
    const uint32_t w59 = og_rotr32(w[15], 1) ^ w[12] ^ w[7] ^ w[1];
    const uint32_t w58 = og_rotr32(w[14], 1) ^ w[11] ^ w[6] ^ w[0];
    const uint32_t b = s[1] + change(w58, dm[58], step <= 58);
    s[0] += og_rotl32(b, 5) - og_rotl32(s[1], 5) + change(w59, dm[59], step <= 59);
    s[1] = b;
}

/* Does the same if the states agree at a step from 61 to 65: the rounds with the words of this block lead to
 * that step, and those with the words of the other one back from it. */
static inline void from_after(uint32_t s[5], const uint32_t w[20], const uint32_t dm[80], unsigned step) {
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
    for (unsigned t = 60; t < step; t++) {
        const uint32_t next = og_rotl32(a, 5) + (b ^ c ^ d) + e + w[t - 60] + K3;
        e = d;
        d = c;
        c = og_rotl32(b, 30);
        b = a;
        a = next;
    }
    for (unsigned t = step; t-- > 60;) {
        const uint32_t next = a;
        a = b;
        b = og_rotr32(c, 30);
        c = d;
        d = e;
        e = next - og_rotl32(a, 5) - (b ^ c ^ d) - (w[t - 60] ^ dm[t]) - K3;
    }
    s[0] = a;
    s[1] = b;
    s[2] = c;
    s[3] = d;
    s[4] = e;
}

/* Writes the state of the other block before step 60. The states agree at that step along 25 of the 32
 * vectors. */
OG_LEAF void other_state(uint32_t s[5], const og_sha1dc_block_info *info, unsigned vector) {
    const unsigned step = og_sha1dc_vectors[vector].step;
    memcpy(s, info->state, 5 * sizeof *s);
    if (step < 60) {
        from_before(s, info->w, og_sha1dc_dm[vector], step);
    } else if (step > 60) {
        from_after(s, info->w, og_sha1dc_dm[vector], step);
    }
}

int og_sha1dc_is_excluded(const og_sha1dc_block *block, unsigned vector, og_sha1dc_test_fn *test, int keep) {
    const og_sha1dc_block_info *info = block->info;
    const uint32_t *state = info->state;
    uint32_t other[5], differences;
    const int adjusted = og_sha1dc_vectors[vector].step != 60;
    if (adjusted) {
        other_state(other, info, vector);
        state = other;
    }
    test(&differences, block->after, state, info->w, block->bytes, og_sha1dc_dm[vector]);
    const int excluded = differences != 0;
    if (!keep) {
        og_wipe_in_place(&differences, sizeof differences);
        if (adjusted) {
            og_wipe_in_place(other, sizeof other);
            og_burn_leaf();
        }
    }
    return excluded;
}

/* Executes one of rounds 60 to 79 in place. The term of a comes last, since all others are known before it.
 */
#define ROUND(a, b, c, d, e, t)            \
    do {                                   \
        (e) += (w[(t) - 60] ^ dm[t]) + K3; \
        (e) += (b) ^ (c) ^ (d);            \
        (e) += og_rotl32(a, 5);            \
        (b) = og_rotl32(b, 30);            \
    } while (0)

/* Computes the last state of the other block from its state before step 60. */
static inline void last_state(uint32_t last[5], const uint32_t state[5], const uint32_t w[20],
                              const uint32_t dm[80]) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
#pragma GCC unroll 4
    for (unsigned t = 60; t < 80; t += 5) {
        ROUND(a, b, c, d, e, t);
        ROUND(e, a, b, c, d, t + 1);
        ROUND(d, e, a, b, c, t + 2);
        ROUND(c, d, e, a, b, t + 3);
        ROUND(b, c, d, e, a, t + 4);
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
    uint32_t state[5];
    other_state(state, block->info, vector);
    last_state(last, state, block->info->w, dm);
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
