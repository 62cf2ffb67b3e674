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

/* FIPS 180-4 section 4.2.1, rounds 40 to 59 and 60 to 79. */
#define K2 0x8f1bbcdcu
#define K3 0xca62c1d6u

static inline uint32_t maj(const uint32_t s[5]) { return (s[1] & s[2]) | (s[3] & (s[1] | s[2])); }

/* Executes a step of rounds 40 to 59. */
static inline void forward(uint32_t s[5], uint32_t w) {
    const uint32_t next = og_rotl32(s[0], 5) + maj(s) + s[4] + K2 + w;
    s[4] = s[3];
    s[3] = s[2];
    s[2] = og_rotl32(s[1], 30);
    s[1] = s[0];
    s[0] = next;
}

/* Reverts a step of rounds 40 to 59. */
static inline void back(uint32_t s[5], uint32_t w) {
    const uint32_t next = s[0];
    s[0] = s[1];
    s[1] = og_rotr32(s[2], 30);
    s[2] = s[3];
    s[3] = s[4];
    s[4] = next - og_rotl32(s[0], 5) - maj(s) - K2 - w;
}

/* Turns the state of this block before step 60 into that of the other block, for a vector whose states
 * agree at step 58 or 59. dm: the difference of the expanded messages. */
static void before_60(uint32_t s[5], const uint32_t w[20], const uint32_t dm[80], unsigned step) {
    /* the recurrence of the schedule, solved for W[t - 16] */
    const uint32_t w59 = og_rotr32(w[15], 1) ^ w[12] ^ w[7] ^ w[1];
    const uint32_t w58 = og_rotr32(w[14], 1) ^ w[11] ^ w[6] ^ w[0];

    back(s, w59);
    if (step < 59) {
        back(s, w58);
        forward(s, w58 ^ dm[58]);
    }
    forward(s, w59 ^ dm[59]);
}

#define ROUND(a, b, c, d, e, w)                                \
    do {                                                       \
        (e) += (w) + K3 + ((b) ^ (c) ^ (d)) + og_rotl32(a, 5); \
        (b) = og_rotl32(b, 30);                                \
    } while (0)

/* Executes rounds 60 to 79 with the words w. */
static void last_rounds(uint32_t s[5], const uint32_t w[20]) {
    uint32_t a = s[0];
    uint32_t b = s[1];
    uint32_t c = s[2];
    uint32_t d = s[3];
    uint32_t e = s[4];
    for (unsigned t = 0; t < 20; t += 5) {
        ROUND(a, b, c, d, e, w[t]);
        ROUND(e, a, b, c, d, w[t + 1]);
        ROUND(d, e, a, b, c, w[t + 2]);
        ROUND(c, d, e, a, b, w[t + 3]);
        ROUND(b, c, d, e, a, w[t + 4]);
    }
    s[0] = a;
    s[1] = b;
    s[2] = c;
    s[3] = d;
    s[4] = e;
}

/* Turns the state of this block before step 60 into the last state of the other block: with the words of
 * this block up to the step at which the states agree, then with those of the other. */
static void last_state(uint32_t s[5], const uint32_t w[20], const uint32_t dm[80], unsigned step) {
    uint32_t words[20];
    if (step < 60) {
        before_60(s, w, dm, step);
    }
    for (unsigned t = 0; t < 20; t++) {
        words[t] = w[t] ^ dm[60 + t];
    }
    for (unsigned t = 60; t < step; t++) {
        words[t - 60] = w[t - 60];
    }
    last_rounds(s, words);
}

void og_sha1dc_find_other(og_sha1dc_other *other, const og_sha1dc_block *block, unsigned vector) {
    const uint32_t *dm = og_sha1dc_dm[vector];

    memcpy(other->last, block->info->state, sizeof other->last);
    last_state(other->last, block->info->w, dm, og_sha1dc_vectors[vector].step);
    for (unsigned t = 0; t < 16; t++) {
        og_store32be(other->block + 4 * t, og_load32be(block->bytes + 4 * t) ^ dm[t]);
    }
    for (unsigned i = 0; i < 5; i++) {
        other->cv[i] = block->after[i] - other->last[i];
    }
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
