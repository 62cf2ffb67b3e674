/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 (FIPS 180-4) with detection of collision attacks. Use it for data under SHA-1 that an attacker may
 * have chosen, such as git objects and signed documents.
 *
 * Each message gets its SHA-1 digest and a verdict. A block that is one half of a collision along one of 32
 * disturbance vectors is an attack block. The verdict reports whether the message has one. All practical
 * attacks use these vectors. The other half of the collision is not needed. False positives have a
 * probability of about 2^-160. An attack along any other vector is not detected.
 *
 * Sources: FIPS 180-4; M. Stevens, "Counter-cryptanalysis", CRYPTO 2013; M. Stevens and D. Shumow, "Speeding
 * up detection of SHA-1 collision attacks using unavoidable attack conditions", USENIX Security 2017.
 *
 * The unavoidable bit conditions (UBC) of a block exclude most vectors. Each remaining vector costs one to
 * two more compressions. About one block in twenty has a remaining vector. So the time depends on the
 * message, under every policy. A block with 11 remaining vectors is known; a message made of it takes 20
 * times as long. The upper bound is 32 vectors for every block, which takes 50 times as long.
 *
 * Sizes are in bytes. All functions return OG_OK or a negative og_status unless they say otherwise. A NULL
 * pointer gives OG_ERR_NULL unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are
 * possible from each of these but og_sha1dc_on_collision and og_sha1dc_peek. No function allocates memory.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent.
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

/* The flags of a hash, combined with |. */
enum {
    /* Compresses each block of an attack three times instead of once. Then the two messages of a collision
     * have different digests, and neither is the SHA-1 digest. Other messages keep their SHA-1 digest. The
     * library sha1collisiondetection gives the same digests. */
    OG_SHA1DC_SAFE_HASH = 1,
    /* Reports collisions of round-reduced SHA-1, too. For tests. */
    OG_SHA1DC_REDUCED = 2,
    /* Tests every block for all 32 vectors and ignores the conditions. The results are the same, 50 times
     * slower. For tests. */
    OG_SHA1DC_EVERY_VECTOR = 4,
    /* Does not wipe the context in og_sha1dc_final, nor the copies of the message and of chaining values on
     * the stack. The results are the same. A short message takes less time. For public data. Kernels still
     * wipe their own stack, and the functions for many messages wipe their lanes. */
    OG_SHA1DC_NO_WIPE = 8
};

/* What detection found in a message. */
typedef struct og_sha1dc_verdict {
    int vector;  /* -1: no attack found; else the vector of the first attack block, 0 to 31 */
    uint64_t at; /* offset of that block in the message, in bytes; 0 if there is none */
} og_sha1dc_verdict;

/* A block that is one half of a collision, and the other half, which detection computes. */
typedef struct og_sha1dc_collision {
    uint64_t at;          /* offset of the block in the message, in bytes */
    int vector;           /* 0 to 31 */
    uint32_t cv[2][5];    /* the chaining values before: [0] the message's block, [1] the other block */
    uint8_t block[2][64]; /* the two blocks in the same order */
} og_sha1dc_collision;

/* Receives each attack block of a message, in order, during update and final. *collision is valid only
 * during the call. The callback must not use the context. */
typedef void og_sha1dc_callback(void *user, const og_sha1dc_collision *collision);

/* The state of one message. The fields are private; the size is part of the ABI. A context may be copied
 * as plain memory. */
typedef struct og_sha1dc_ctx {
    uint32_t cv[5]; /* chaining value, host byte order */
    uint32_t flags;
    uint64_t bytes;   /* message bytes so far, at most 2^61 - 1 */
    uint8_t tail[64]; /* the partial block: its first bytes % 64 bytes, then zeros */
    og_sha1dc_verdict verdict;
    og_sha1dc_callback *callback;
    void *user;
} og_sha1dc_ctx;

#ifndef OLDGUARD_NO_SHA1DC

/* Starts a message without a callback. Overwrites all of a context, also of one whose message is not
 * finished. OG_ERR_ARGUMENT for an unknown flag. */
OG_API int og_sha1dc_init(og_sha1dc_ctx *ctx, unsigned flags);

/* Sets the callback for attack blocks, or removes it if callback is NULL. user is its first argument. Call
 * it after og_sha1dc_init, at any time before og_sha1dc_final. */
OG_API int og_sha1dc_on_collision(og_sha1dc_ctx *ctx, og_sha1dc_callback *callback, void *user);

/* Appends size bytes to the message. data may be NULL if size is 0. Digest, verdict and callbacks do not
 * depend on how a message is split into updates. OG_ERR_TOO_LONG if the message would exceed 2^61 - 1 bytes,
 * or data the address space. An error leaves the context unchanged. */
OG_API int og_sha1dc_update(og_sha1dc_ctx *ctx, const void *data, size_t size);

/* Writes the verdict on the whole blocks so far. The partial block and the padding are not included. */
OG_API int og_sha1dc_peek(const og_sha1dc_ctx *ctx, og_sha1dc_verdict *verdict);

/* Pads the message, writes the 20-byte digest and the verdict, and wipes the context unless OG_SHA1DC_NO_WIPE
 * is set. og_sha1dc_init can reuse the context, and must before another update. An error leaves the context
 * unchanged. */
OG_API int og_sha1dc_final(og_sha1dc_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                           og_sha1dc_verdict *verdict);

/* Hashes a message of size bytes in one call. data may be NULL if size is 0. digest gets 20 bytes. The errors
 * are those of og_sha1dc_init and og_sha1dc_update. */
OG_API int og_sha1dc(const void *data, size_t size, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                     og_sha1dc_verdict *verdict);

/* Hashes a message in two parts, such as the header and the body of a git object, without joining them.
 * Digest and verdict are those of og_sha1dc for the joined message. OG_ERR_TOO_LONG if it has more than
 * 2^61 - 1 bytes. The other errors are those of og_sha1dc. */
OG_API int og_sha1dc_two_part(const og_two_part *message, unsigned flags, uint8_t digest[OG_SHA1_DIGEST_SIZE],
                              og_sha1dc_verdict *verdict);

/* Hashes n independent messages of any lengths, several at a time in the lanes of a multi-buffer kernel
 * (sha1dc.lanes). digests[i] and verdicts[i] are those of og_sha1dc for messages[i]. Messages may share
 * memory. OG_ERR_ARGUMENT if digests or verdicts overlap each other, a message or the array of messages. The
 * other errors are those of og_sha1dc. All arguments are checked before the first result is written.
 * bad: status.h. */
OG_API int og_sha1dc_many(const og_message *messages, size_t n, unsigned flags,
                          uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts, size_t *bad);

/* Does the same as og_sha1dc_many for messages in two parts, without joining them in memory: a git object is
 * a header and a body. OG_ERR_TOO_LONG if both parts together exceed 2^61 - 1 bytes. */
OG_API int og_sha1dc_two_part_many(const og_two_part *messages, size_t n, unsigned flags,
                                   uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts,
                                   size_t *bad);

/* Does the same as og_sha1_update_many with detection. The result is that of og_sha1dc_update for each
 * context. Contexts may have different flags. A callback receives the attack blocks of its context in order.
 * The order between contexts is not defined. No callback may use any of the contexts. */
OG_API int og_sha1dc_update_many(og_sha1dc_ctx *const *ctx, const og_message *pieces, size_t n, size_t *bad);

/* Returns the name of a disturbance vector in the literature, "I(43,0)" to "II(56,0)", or NULL for a number
 * outside 0 to 31. Static storage; any thread. */
OG_API const char *og_sha1dc_vector_name(int vector);

#endif /* OLDGUARD_NO_SHA1DC */

#ifdef __cplusplus
}
#endif
#endif
