/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 that notices collision attacks: for data under SHA-1 that an attacker may have chosen (git
 * objects, signed documents).
 *
 * The digest is that of FIPS 180-4; beside it comes a verdict. A message is flagged when one of its
 * blocks is half of a collision along one of the 32 disturbance vectors that all practical attacks
 * use, whether or not the other half is at hand (M. Stevens, "Counter-cryptanalysis", CRYPTO 2013;
 * M. Stevens, D. Shumow, "Speeding up detection of SHA-1 collision attacks using unavoidable attack
 * conditions", USENIX Security 2017). That another message is flagged is as unlikely as guessing a
 * 160-bit value. An attack along a vector that is not among the 32 goes unnoticed.
 *
 * Each vector left possible by the conditions on a block costs one to two compressions more: one
 * block in twenty has one. Time therefore depends on the message, under every policy: a block for
 * which 11 vectors are possible has been found, with which a message takes 20 times as long. It is
 * always proportional to the length: 32 vectors at each block would take 50 times as long.
 *
 * Thread safety: one context belongs to one thread at a time; different contexts are independent.
 * Contexts may be copied as plain memory. All functions return OG_OK or a negative og_status.
 */
#ifndef OLDGUARD_SHA1DC_H
#define OLDGUARD_SHA1DC_H

#include <stddef.h>
#include <stdint.h>

#include "message.h"
#include "sha1.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to hash: a sum of these, or 0. */
enum {
    /* Fold a block of an attack in three times instead of once: the two messages of a collision
     * then have different digests, none of them SHA-1's, and all other messages keep theirs. The
     * same digests as those of sha1collisiondetection. */
    OG_SHA1DC_SAFE_HASH = 1,
    /* Flag collisions of SHA-1 with fewer rounds as well. For tests. */
    OG_SHA1DC_REDUCED = 2,
    /* Test every block for all 32 vectors, without the conditions: the same answers, 50 times
     * slower. For tests. */
    OG_SHA1DC_EVERY_VECTOR = 4
};

typedef struct og_sha1dc_verdict {
    int vector;  /* -1: no attack; else the number of the vector of the first block that is one */
    uint64_t at; /* where in the message that block starts, in bytes; 0 when there is none */
} og_sha1dc_verdict;

/* A block that is half of a collision attack, and the other half. */
typedef struct og_sha1dc_collision {
    uint64_t at;       /* where in the message the block starts, in bytes */
    int vector;        /* 0 to 31 */
    uint32_t cv[2][5]; /* the chaining values before the message's block and before the other */
    uint8_t block[2][64];
} og_sha1dc_collision;

/* Told of each such block, in order, from inside update and final. collision is valid during the
 * call. It must not use the context. */
typedef void og_sha1dc_callback(void *user, const og_sha1dc_collision *collision);

/* Streaming state. The fields are private; the size is part of the ABI. */
typedef struct og_sha1dc_ctx {
    uint32_t cv[5]; /* chaining value, host byte order */
    uint32_t flags;
    uint64_t bytes;   /* message bytes taken so far, at most 2^61 - 1 */
    uint8_t tail[64]; /* the first bytes % 64 bytes of the unfinished block */
    og_sha1dc_verdict verdict;
    og_sha1dc_callback *callback;
    void *user;
} og_sha1dc_ctx;

/* Starts a message. OG_ERR_ARGUMENT for flags that are not above. */
OG_API int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags);

/* Sets whom to tell, after init and at any time later; NULL: nobody. user is passed on. */
OG_API int og_sha1dc_on_collision(og_sha1dc_ctx *ctx, og_sha1dc_callback *callback, void *user);

/* Takes len bytes more; data may be NULL when len is 0. Any split of a message into updates gives
 * the same digest, verdict and callbacks. OG_ERR_TOO_LONG, with the context unchanged, past
 * 2^64 - 1 bits. */
OG_API int og_sha1dc_update(og_sha1dc_ctx *ctx, const void *data, size_t len);

/* What was found in the whole blocks taken so far. */
OG_API int og_sha1dc_peek(const og_sha1dc_ctx *ctx, og_sha1dc_verdict *verdict);

/* Pads, writes 20 bytes and the verdict, and wipes the context, which og_sha1dc_init may then start
 * again. */
OG_API int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                           og_sha1dc_verdict *verdict);

/* The whole message at once: no allocation, no lock. data may be NULL when len is 0. */
OG_API int og_sha1dc(const void *data, size_t len, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                     og_sha1dc_verdict *verdict);

/* n independent messages of any lengths, several at a time in the lanes of a sha1dc.lanes kernel;
 * digests[i] and verdicts[i] belong to messages[i], as og_sha1dc would give them. No allocation, no
 * lock. Messages may share their bytes; digests and verdicts overlap nothing. Stops
 * at the first bad argument, before anything is written. */
OG_API int og_sha1dc_many(const og_message *messages, size_t n, unsigned flags,
                          uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts);

/* A vector's name in the literature, "I(43,0)" to "II(56,0)"; NULL for a number outside 0 to 31.
 * Static storage. */
OG_API const char *og_sha1dc_vector_name(int vector);

#ifdef __cplusplus
}
#endif
#endif
