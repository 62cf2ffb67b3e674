/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores the state of a running hash, so that another process or another machine can
 * finish the message, also at a later time.
 *
 * A saved state has a fixed size and the same bytes on every machine, word size, byte order and kernel:
 *
 *     bytes    SHA-1     SHA-1 with detection       Whirlpool
 *     4        "OGS1"    "OGSD"                     "OGWP"
 *     4        the version of the format, 1
 *     20 / 64  the chaining value, as FIPS 180-4 and ISO/IEC 10118-3 print a digest
 *     8 / 32   the number of message bytes (SHA-1) or message bits (Whirlpool) so far
 *     64       the unfinished block, filled with zeros
 *     0 / 16   with detection: flags (4), vector + 1 of the first attack (4), its position (8)
 *     4        the first bytes of the SHA-1 digest of all of the above
 *
 * Numbers are big-endian. The last 4 bytes detect damage. They do not protect against an attacker, who can
 * compute them. A state holds up to 63 bytes of the message, and anyone who has it can continue the hash.
 * Keep it as secret as the message.
 *
 * Source: no standard defines such a format. This one is the library's own.
 *
 * All functions return OG_OK or a negative og_status: OG_ERR_NULL for a NULL pointer. OG_ERR_CONFIG and
 * OG_ERR_NO_KERNEL (kernels.h) are possible from each, because the checksum needs a SHA-1 kernel. No function
 * allocates memory. A state and a context must not overlap.
 *
 * The time of an export depends on the length of the message and, with detection, on the flags and the
 * verdict. The time of an import also depends on whether the state is accepted.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent.
 */
#ifndef OLDGUARD_STATE_H
#define OLDGUARD_STATE_H

#include "sha1.h"
#include "sha1dc.h"
#include "whirlpool.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sizes of saved states in bytes. */
#define OG_SHA1_STATE_SIZE 104
#define OG_SHA1DC_STATE_SIZE 120
#define OG_WHIRLPOOL_STATE_SIZE 172

#ifndef OLDGUARD_NO_SHA1

/* Writes the state of ctx, which is not changed. OG_ERR_STATE if no message leads to this context, for
 * example after og_sha1_final: the checks are those of og_sha1_import. An error leaves state unwritten. */
OG_API int og_sha1_export(const og_sha1_ctx *ctx, uint8_t state[OG_SHA1_STATE_SIZE]);

/* Restores ctx from state. Needs no og_sha1_init before. OG_ERR_STATE if the state is damaged, has another
 * name or version, or if no message leads to it: a count above 2^61 - 1, bytes after the end of the
 * unfinished block, another chaining value than the initial one before the first whole block. An error leaves
 * ctx unchanged. */
OG_API int og_sha1_import(og_sha1_ctx *ctx, const uint8_t state[OG_SHA1_STATE_SIZE]);

#ifndef OLDGUARD_NO_SHA1DC
/* Does the same as og_sha1_export with detection. Saves the flags and the verdict so far, not the
 * callback. */
OG_API int og_sha1dc_export(const og_sha1dc_ctx *ctx, uint8_t state[OG_SHA1DC_STATE_SIZE]);

/* Does the same as og_sha1_import with detection. Removes the callback: call og_sha1dc_on_collision
 * afterwards for one. OG_ERR_STATE also for an unknown flag, an unknown vector, or the position of an attack
 * that is not one of the message's whole blocks. */
OG_API int og_sha1dc_import(og_sha1dc_ctx *ctx, const uint8_t state[OG_SHA1DC_STATE_SIZE]);
#endif

#ifndef OLDGUARD_NO_WHIRLPOOL
/* Does the same as og_sha1_export for Whirlpool. A context after og_whirlpool_final has the state of the
 * empty message. */
OG_API int og_whirlpool_export(const og_whirlpool_ctx *ctx, uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);

/* Does the same as og_sha1_import for Whirlpool. Every multiple of 8 below 2^256 is a possible count. */
OG_API int og_whirlpool_import(og_whirlpool_ctx *ctx, const uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);
#endif

#endif /* OLDGUARD_NO_SHA1, whose digest ends every state */

#ifdef __cplusplus
}
#endif
#endif
