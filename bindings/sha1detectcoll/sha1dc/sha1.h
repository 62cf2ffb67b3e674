/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 with detection of collision attacks, with the interface of sha1collisiondetection 1.0. Programs
 * for that library build and link with this one. References: FIPS 180-4; M. Stevens,
 * "Counter-cryptanalysis", CRYPTO 2013.
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

/* Is called by SHA1DCUpdate and SHA1DCFinal for each block that is half of a collision attack.
 * byteoffset: the offset of the block in the message. ihvin1, ihvin2: the chaining values, 5 words, before
 * the block and before the other half. m1, m2: their expanded messages, 80 words. */
typedef void (*collision_block_callback)(uint64_t byteoffset, const uint32_t *ihvin1, const uint32_t *ihvin2,
                                         const uint32_t *m1, const uint32_t *m2);

typedef struct {
    uint64_t total;           /* bytes of the message so far */
    uint32_t ihv[5];          /* chaining value */
    unsigned char buffer[64]; /* the unfinished block */
    int found_collision;      /* 1: a block was half of an attack */
    int safe_hash;            /* this and the next four: set by the functions below */
    int detect_coll;
    int ubc_check;
    int reduced_round_coll;
    collision_block_callback callback;
    /* The last block that was found; undefined if there is none. The chaining values before it and before
     * the other half, both expanded messages, and the states of this block before each step, with the
     * words in the order of sha1_compression_states. */
    uint32_t ihv1[5];
    uint32_t ihv2[5];
    uint32_t m1[80];
    uint32_t m2[80];
    uint32_t states[80][5];
} SHA1_CTX;

/* Starts a message with detection, safe hash and bit conditions on, reduced rounds off, no callback. */
void SHA1DCInit(SHA1_CTX *);

/* Not 0: compresses a block of an attack three times, so that both messages of a collision get digests that
 * are not those of SHA-1. 0: the digest is always that of SHA-1, which git requires. */
void SHA1DCSetSafeHash(SHA1_CTX *, int);

/* 0: tests every block for all vectors, which is about 50 times slower and has the same results. */
void SHA1DCSetUseUBC(SHA1_CTX *, int);

/* 0: computes plain SHA-1 without detection. */
void SHA1DCSetUseDetectColl(SHA1_CTX *, int);

/* Not 0: also finds collisions of SHA-1 with fewer rounds. */
void SHA1DCSetDetectReducedRoundCollision(SHA1_CTX *, int);

/* Sets the function to call for each block of an attack, or NULL for none. */
void SHA1DCSetCallback(SHA1_CTX *, collision_block_callback);

/* Adds len bytes to the message. data may be NULL if len is 0. */
void SHA1DCUpdate(SHA1_CTX *, const char *data, size_t len);

/* Writes the digest, 20 bytes. Returns 0, or another value if a block of a collision attack was found. */
int SHA1DCFinal(unsigned char digest[20], SHA1_CTX *);

/* Compresses the block m, the 64 bytes of the message, into ihv. Writes the expanded message to W and the
 * state before step t to states[t]. The words of a state are in the order of sha1collisiondetection: the
 * standard's a is word -t modulo 5, and b, c, d and e follow, word 0 after word 4. All 80 states are
 * written; that library writes only 58 and 65. */
void sha1_compression_states(uint32_t ihv[5], const uint32_t m[16], uint32_t W[80], uint32_t states[80][5]);

#ifdef __cplusplus
}
#endif
#endif
