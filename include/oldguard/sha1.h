/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 (FIPS 180-4: padding section 5.1.1, initial value 5.3.1, compression 6.1).
 *
 * Use it only for data that already has SHA-1 digests. SHA-1 is broken wherever an attacker chooses the
 * data; sha1dc.h detects the known attacks.
 *
 * Sizes are in bytes. All functions return OG_OK or a negative og_status. A NULL pointer gives OG_ERR_NULL
 * unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are possible from every
 * function. No function allocates memory. The time depends on the length alone.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent.
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

/* The sizes of a digest and of a block in bytes. */
#define OG_SHA1_DIGEST_SIZE 20
#define OG_SHA1_BLOCK_SIZE 64

/* The state of one message. The fields are private; the size is part of the ABI. A context may be copied
 * as plain memory. */
typedef struct og_sha1_ctx {
    uint32_t cv[5];   /* chaining value, host byte order */
    uint64_t bytes;   /* message bytes so far, at most 2^61 - 1 */
    uint8_t tail[64]; /* the partial block: its first bytes % 64 bytes, then zeros */
} og_sha1_ctx;

#ifndef OLDGUARD_NO_SHA1

/* Starts a message. Overwrites all of a context, also of one whose message is not finished. OG_ERR_NULL for a
 * NULL context. */
OG_API int og_sha1_init(og_sha1_ctx *ctx);

/* Appends size bytes to the message. data may be NULL if size is 0. The digest does not depend on how a
 * message is split into updates. OG_ERR_TOO_LONG if the message would exceed 2^61 - 1 bytes, or data the
 * address space. An error leaves the context unchanged. */
OG_API int og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t size);

/* Pads the message, writes the 20-byte digest and wipes the context. og_sha1_init can reuse the context.
 * An error leaves the context unchanged. */
OG_API int og_sha1_final(og_sha1_ctx *ctx, uint8_t digest[OG_SHA1_DIGEST_SIZE]);

/* Hashes a message of size bytes in one call. data may be NULL if size is 0. digest gets 20 bytes. The errors
 * are those of og_sha1_update. */
OG_API int og_sha1(const void *data, size_t size, uint8_t digest[OG_SHA1_DIGEST_SIZE]);

/* Hashes a message in two parts, such as a header and a body, without joining them. The digest is that of
 * og_sha1 for the joined message. OG_ERR_TOO_LONG if it has more than 2^61 - 1 bytes. */
OG_API int og_sha1_two_part(const og_two_part *message, uint8_t digest[OG_SHA1_DIGEST_SIZE]);

/* Hashes n independent messages of any lengths, several at a time in the lanes of a multi-buffer kernel
 * (sha1.lanes). digests[i] gets the 20-byte digest of messages[i]. Messages may share memory. OG_ERR_ARGUMENT
 * if digests overlaps a message or the array of messages. The other errors are those of og_sha1_update. All
 * arguments are checked before the first digest is written. bad: status.h. */
OG_API int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE],
                        size_t *bad);

/* Does the same as og_sha1_many for messages in two parts, without joining them in memory. OG_ERR_TOO_LONG if
 * both parts together exceed 2^61 - 1 bytes. */
OG_API int og_sha1_two_part_many(const og_two_part *messages, size_t n,
                                 uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], size_t *bad);

/* Appends pieces[i] to the message of ctx[i], for n different contexts, several at a time in the lanes of a
 * multi-buffer kernel (sha1.lanes). The result is that of og_sha1_update for each. The pieces may differ in
 * length, and the longest determines the time if the others are much shorter. Pieces may share memory, but
 * must not overlap a context. OG_ERR_ARGUMENT if a context occurs twice. *bad is then the index of its second
 * occurrence. The other errors are those of og_sha1_update. An error leaves all contexts unchanged.
 * bad: status.h. */
OG_API int og_sha1_update_many(og_sha1_ctx *const *ctx, const og_message *pieces, size_t n, size_t *bad);

#endif /* OLDGUARD_NO_SHA1 */

#ifdef __cplusplus
}
#endif
#endif
