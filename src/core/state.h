/* SPDX-License-Identifier: MIT */
/* Writes and checks what all saved states share: name and version at the start, a checksum at the end. */
#ifndef OG_CORE_STATE_H
#define OG_CORE_STATE_H

#include <oldguard/sha1.h>

#include <string.h>

#include "core/bytes.h"
#include "core/wipe.h"

#define OG_STATE_VERSION 1
#define OG_STATE_HEAD 8  /* bytes of name and version */
#define OG_STATE_CHECK 4 /* bytes of the check */

/* Computes the check of a state of `size` bytes. */
static inline int og_state_check(const uint8_t *state, size_t size, uint8_t check[OG_STATE_CHECK]) {
    uint8_t digest[OG_SHA1_DIGEST_SIZE];
    const int status = og_sha1(state, size - OG_STATE_CHECK, digest);
    if (status == OG_OK) {
        memcpy(check, digest, OG_STATE_CHECK);
    }
    og_wipe(digest, sizeof digest);
    return status;
}

/* Writes head and check around the body that state has. */
static inline int og_state_seal(uint8_t *state, size_t size, const char name[4]) {
    memcpy(state, name, 4);
    og_store32be(state + 4, OG_STATE_VERSION);
    return og_state_check(state, size, state + size - OG_STATE_CHECK);
}

/* Returns whether two buffers are equal. The time depends on the size alone. */
static inline int og_state_equal(const void *a, const void *b, size_t size) {
    const uint8_t *x = a;
    const uint8_t *y = b;
    uint8_t differences = 0;
    for (size_t i = 0; i < size; i++) {
        differences |= x[i] ^ y[i];
    }
    return differences == 0;
}

/* Returns OG_OK if head and check are right, OG_ERR_STATE otherwise. */
static inline int og_state_open(const uint8_t *state, size_t size, const char name[4]) {
    uint8_t check[OG_STATE_CHECK];
    const int status = og_state_check(state, size, check);
    if (status != OG_OK) {
        return status;
    }
    const int right = og_state_equal(check, state + size - OG_STATE_CHECK, sizeof check) &
                      og_state_equal(state, name, 4) & (og_load32be(state + 4) == OG_STATE_VERSION);
    og_wipe(check, sizeof check);
    return right ? OG_OK : OG_ERR_STATE;
}

/* Writes the first `held` bytes of an unfinished block, and zeros. */
static inline void og_state_put_tail(uint8_t out[64], const uint8_t tail[64], size_t held) {
    memset(out, 0, 64);
    memcpy(out, tail, held);
}

/* Returns whether a saved block is zero from byte `held` on. */
static inline int og_state_is_tail(const uint8_t tail[64], size_t held) {
    uint8_t rest = 0;
    for (size_t i = held; i < 64; i++) {
        rest |= tail[i];
    }
    return rest == 0;
}

#endif
