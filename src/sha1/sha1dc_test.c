/* SPDX-License-Identifier: MIT */
/* The exact test for a collision attack, with forward rounds only.
 *
 * Along its vector both blocks' states agree at some step near 60. From there the rounds with the
 * other block's words give its last state, and as both blocks of an attack end at one chaining
 * value, subtracting gives the value before it. It is an attack if a compression with the other
 * block really leads from that value to the end. (M. Stevens, "Counter-cryptanalysis", CRYPTO 2013,
 * goes backwards from the step to the start and forwards to the end: the same equations.) */
#include "sha1/sha1dc_test.h"

#include "core/bytes.h"
#include "sha1/sha1dc_tables.h"

/* FIPS 180-4 section 4.2.1, rounds 40 to 59 and 60 to 79. */
#define K2 0x8f1bbcdcu
#define K3 0xca62c1d6u

static inline uint32_t maj(const uint32_t s[5]) { return (s[1] & s[2]) | (s[3] & (s[1] | s[2])); }

/* A step of 40 to 59. */
static inline void forward(uint32_t s[5], uint32_t w) {
    const uint32_t next = og_rotl32(s[0], 5) + maj(s) + s[4] + K2 + w;
    s[4] = s[3];
    s[3] = s[2];
    s[2] = og_rotl32(s[1], 30);
    s[1] = s[0];
    s[0] = next;
}

/* Takes a step of 40 to 59 back. */
static inline void back(uint32_t s[5], uint32_t w) {
    const uint32_t next = s[0];
    s[0] = s[1];
    s[1] = og_rotr32(s[2], 30);
    s[2] = s[3];
    s[3] = s[4];
    s[4] = next - og_rotl32(s[0], 5) - maj(s) - K2 - w;
}

/* From this block's state before step 60 to the other's, for vectors whose step lies before it. */
static void before_60(uint32_t s[5], const uint32_t w[20], const uint32_t dm[80], unsigned step) {
    /* W[t - 16] by the schedule's recurrence */
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

/* Rounds 60 to 79 with the words w. */
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

/* The other block's last state, from this block's at step 60: over this block's words to the step
 * where both agree, from there over the other's. */
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
