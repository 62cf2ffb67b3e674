/* SPDX-License-Identifier: MIT */
/*
 * Whirlpool (ISO/IEC 10118-3:2004, dedicated hash-function 7; Barreto and Rijmen, final version of
 * 2003), and its two earlier versions.
 *
 * Thread safety: one context belongs to one thread at a time; different contexts are independent.
 * All functions return OG_OK or a negative og_status.
 */
#ifndef OLDGUARD_WHIRLPOOL_H
#define OLDGUARD_WHIRLPOOL_H

#include <stddef.h>
#include <stdint.h>

#include "message.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OG_WHIRLPOOL_DIGEST_SIZE 64
#define OG_WHIRLPOOL_BLOCK_SIZE 64

/* Streaming state. The fields are private; the size is part of the ABI. */
typedef struct og_whirlpool_ctx {
    uint8_t cv[64];   /* chaining value: the 8 x 8 matrix, row after row */
    uint64_t bits[4]; /* message bits so far, 256-bit counter, least significant word first */
    uint8_t tail[64]; /* the unfinished block */
} og_whirlpool_ctx;

/* Starts a message. */
OG_API int og_whirlpool_init(og_whirlpool_ctx *ctx);

/* Takes len bytes more; data may be NULL when len is 0. OG_ERR_TOO_LONG, with the context
 * unchanged, past 2^256 - 1 bits. */
OG_API int og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t len);

/* Pads, writes 64 bytes and wipes the context, which og_whirlpool_init may then start again. */
OG_API int og_whirlpool_final(og_whirlpool_ctx *ctx, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

/* The whole message at once: no allocation, no lock. data may be NULL when len is 0. */
OG_API int og_whirlpool(const void *data, size_t len, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

/* n independent messages; digests[i] belongs to messages[i]. Messages may share their bytes; digests
 * overlap nothing. Stops at the first bad argument, before any digest is written. */
OG_API int og_whirlpool_many(const og_message *messages, size_t n,
                             uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE]);

/* The versions before the standard, for old data only: slow, straight from the specification. They look
 * tables up at secret indices, under every policy. */
typedef enum og_whirlpool_version {
    OG_WHIRLPOOL_0 = 0,    /* 2000, the NESSIE submission: random S-box, first diffusion matrix */
    OG_WHIRLPOOL_T = 1,    /* 2001, the tweak: S-box of mini-boxes, first diffusion matrix */
    OG_WHIRLPOOL_FINAL = 2 /* 2003: S-box of mini-boxes, second diffusion matrix */
} og_whirlpool_version;

/* The whole message under a named version. */
OG_API int og_whirlpool_of_version(og_whirlpool_version version, const void *data, size_t len,
                                   uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
