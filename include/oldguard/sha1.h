/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 (FIPS 180-4, sections 5.1.1, 5.3.1 and 6.1).
 *
 * For data that already carries SHA-1 digests. SHA-1 is broken for signatures and wherever an
 * attacker chooses the data: do not choose it for anything new.
 *
 * Thread safety: one context belongs to one thread at a time; different contexts are independent.
 * All functions return OG_OK or a negative og_status.
 */
#ifndef OLDGUARD_SHA1_H
#define OLDGUARD_SHA1_H

#include <stddef.h>
#include <stdint.h>

#include "message.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OG_SHA1_DIGEST_SIZE 20
#define OG_SHA1_BLOCK_SIZE 64

/* Streaming state. The fields are private; the size is part of the ABI. */
typedef struct og_sha1_ctx {
    uint32_t cv[5];   /* chaining value, host byte order */
    uint64_t bytes;   /* message bytes taken so far, at most 2^61 - 1 */
    uint8_t tail[64]; /* the first bytes % 64 bytes of the unfinished block */
} og_sha1_ctx;

/* Starts a message. */
OG_API int og_sha1_init(og_sha1_ctx *ctx);

/* Takes len bytes more; data may be NULL when len is 0. Any split of a message into updates gives
 * the same digest. OG_ERR_TOO_LONG, with the context unchanged, past 2^64 - 1 bits. */
OG_API int og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t len);

/* Pads, writes 20 bytes and wipes the context, which og_sha1_init may then start again. */
OG_API int og_sha1_final(og_sha1_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]);

/* The whole message at once: no allocation, no lock. data may be NULL when len is 0. */
OG_API int og_sha1(const void *data, size_t len, uint8_t digest[OG_SHA1_DIGEST_SIZE]);

/* n independent messages of any lengths, several at a time in the lanes of a sha1.lanes kernel;
 * digests[i] belongs to messages[i]. No allocation, no lock. Messages may share their bytes; digests
 * overlap nothing. Stops at the first bad argument, before any digest is written. */
OG_API int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
