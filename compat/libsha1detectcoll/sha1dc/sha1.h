/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 with detection of collision attacks, in the interface of sha1collisiondetection 1.0:
 * programs for that library build and link with this one.
 *
 * Thread safety: one context belongs to one thread at a time; different contexts are independent. A
 * context may be copied as plain memory and need not be freed.
 */
#ifndef OLDGUARD_COMPAT_SHA1DC_SHA1_H
#define OLDGUARD_COMPAT_SHA1DC_SHA1_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called for each block that is half of a collision attack, from inside SHA1DCUpdate or SHA1DCFinal:
 * where in the message it starts, in bytes; the chaining values (5 words) before it and before the
 * other half; both expanded messages (80 words). */
typedef void (*collision_block_callback)(uint64_t byteoffset, const uint32_t *ihvin1, const uint32_t *ihvin2,
                                         const uint32_t *m1, const uint32_t *m2);

typedef struct {
    uint64_t total;           /* bytes taken so far */
    uint32_t ihv[5];          /* chaining value */
    unsigned char buffer[64]; /* the unfinished block */
    int found_collision;      /* 1: a block was half of an attack */
    int safe_hash;            /* the following by the functions below */
    int detect_coll;
    int ubc_check;
    int reduced_round_coll;
    collision_block_callback callback;
    /* Of the last block found, else undefined: chaining values before it and before the other half,
     * both expanded messages, the states before each step with this one, in the order of
     * sha1_compression_states. */
    uint32_t ihv1[5];
    uint32_t ihv2[5];
    uint32_t m1[80];
    uint32_t m2[80];
    uint32_t states[80][5];
} SHA1_CTX;

/* Starts a message: detection, safe hash and bit conditions on, reduced rounds off, no callback. */
void SHA1DCInit(SHA1_CTX *);

/* Not 0: a block of an attack counts three times, so that both messages have other digests than
 * SHA-1's. 0: the digest is always SHA-1's, as git wants it. */
void SHA1DCSetSafeHash(SHA1_CTX *, int);

/* 0: test every block for all vectors, some 50 times slower, with the same answers. */
void SHA1DCSetUseUBC(SHA1_CTX *, int);

/* 0: plain SHA-1. */
void SHA1DCSetUseDetectColl(SHA1_CTX *, int);

/* Not 0: collisions of SHA-1 with fewer rounds are found as well. */
void SHA1DCSetDetectReducedRoundCollision(SHA1_CTX *, int);

/* NULL: no callback. */
void SHA1DCSetCallback(SHA1_CTX *, collision_block_callback);

void SHA1DCUpdate(SHA1_CTX *, const char *data, size_t len);

/* Writes the digest. Returns 0, or not 0 where a collision attack was found. */
int SHA1DCFinal(unsigned char digest[20], SHA1_CTX *);

/* One block m (64 bytes, as they stand in the message) into the chaining value; W gets the expanded
 * message, states[t] the state before step t. A state's words are in sha1collisiondetection's order:
 * the standard's a is word -t modulo 5, and b, c, d, e follow, word 0 after word 4. All 80 states are
 * written; that library writes 58 and 65 alone. */
void sha1_compression_states(uint32_t ihv[5], const uint32_t m[16], uint32_t W[80], uint32_t states[80][5]);

#ifdef __cplusplus
}
#endif
#endif
