/* SPDX-License-Identifier: MIT */
/*
 * Whirlpool (ISO/IEC 10118-3:2004, dedicated hash-function 7; P. Barreto and V. Rijmen, "The WHIRLPOOL
 * Hashing Function", 2003) and its two earlier versions.
 *
 * Under the default policy a message may be hashed by table look-ups at addresses that depend on it
 * (kernels.h, OG_POLICY_CONSTANT_TIME).
 *
 * Sizes are in bytes. All functions return OG_OK or a negative og_status. A NULL pointer gives OG_ERR_NULL
 * unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are possible from every
 * function but og_whirlpool_of_version. No function allocates memory.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent.
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

/* The sizes of a digest and of a block in bytes. */
#define OG_WHIRLPOOL_DIGEST_SIZE 64
#define OG_WHIRLPOOL_BLOCK_SIZE 64

/* The state of one message. The fields are private; the size is part of the ABI. A context may be copied
 * as plain memory. */
typedef struct og_whirlpool_ctx {
    uint8_t cv[64];   /* chaining value: the 8 x 8 matrix, row by row */
    uint64_t bits[4]; /* message bits so far, 256-bit counter, least significant word first */
    uint8_t tail[64]; /* the partial block: the bytes of the message after the last whole block, then zeros */
} og_whirlpool_ctx;

#ifndef OLDGUARD_NO_WHIRLPOOL

/* Starts a message. Overwrites all of a context, also of one whose message is not finished. OG_ERR_NULL for a
 * NULL context. */
OG_API int og_whirlpool_init(og_whirlpool_ctx *ctx);

/* Appends size bytes to the message. data may be NULL if size is 0. The digest does not depend on how a
 * message is split into updates. OG_ERR_TOO_LONG if the message would exceed 2^256 - 1 bits, or data the
 * address space. An error leaves the context unchanged. */
OG_API int og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t size);

/* Pads the message, writes the 64-byte digest and wipes the context. og_whirlpool_init can reuse the
 * context. An error leaves the context unchanged. */
OG_API int og_whirlpool_final(og_whirlpool_ctx *ctx, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

/* Hashes a message of size bytes in one call. data may be NULL if size is 0. digest gets 64 bytes. The errors
 * are those of og_whirlpool_update. */
OG_API int og_whirlpool(const void *data, size_t size, uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

/* Hashes n independent messages of any lengths, several at a time in the lanes of a multi-buffer kernel
 * (whirlpool.lanes). digests[i] gets the 64-byte digest of messages[i]. Messages may share memory.
 * OG_ERR_ARGUMENT if digests overlaps a message or the array of messages. The other errors are those of
 * og_whirlpool_update. All arguments are checked before the first digest is written. bad: status.h. */
OG_API int og_whirlpool_many(const og_message *messages, size_t n,
                             uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t *bad);

/* Does the same as og_sha1_update_many with Whirlpool (sha1.h). The result is that of og_whirlpool_update for
 * each context. */
OG_API int og_whirlpool_update_many(og_whirlpool_ctx *const *ctx, const og_message *pieces, size_t n,
                                    size_t *bad);

/* The versions of Whirlpool. og_whirlpool_of_version evaluates the specification byte by byte: slow, with
 * table look-ups at addresses that depend on the message, under every policy. Use it for old data. */
typedef enum og_whirlpool_version {
    OG_WHIRLPOOL_0 = 0,    /* 2000, NESSIE submission: random S-box, first diffusion matrix */
    OG_WHIRLPOOL_T = 1,    /* 2001, the tweak: S-box of mini-boxes, first diffusion matrix */
    OG_WHIRLPOOL_FINAL = 2 /* 2003: S-box of mini-boxes, second diffusion matrix */
} og_whirlpool_version;

/* Hashes a message of size bytes under a version. data may be NULL if size is 0. digest gets 64 bytes.
 * OG_ERR_ARGUMENT for an unknown version, OG_ERR_TOO_LONG if data exceeds the address space. */
OG_API int og_whirlpool_of_version(og_whirlpool_version version, const void *data, size_t size,
                                   uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE]);

#endif /* OLDGUARD_NO_WHIRLPOOL */

#ifdef __cplusplus
}
#endif
#endif
