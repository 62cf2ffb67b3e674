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
 * All functions return OG_OK or a negative og_status: OG_ERR_NULL for a NULL pointer. OG_ERR_CONFIG and
 * OG_ERR_NO_KERNEL (kernels.h) are possible from each, because the checksum needs a SHA-1 kernel. No function
 * allocates memory.
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

/* Writes the state of ctx and does not change ctx. An error leaves state unwritten. */
OG_API int og_sha1_export(const og_sha1_ctx *ctx, uint8_t state[OG_SHA1_STATE_SIZE]);

/* Restores ctx from state. Needs no og_sha1_init before. OG_ERR_STATE if state is
 * damaged or is not a state of SHA-1. An error leaves ctx unchanged. */
OG_API int og_sha1_import(og_sha1_ctx *ctx, const uint8_t state[OG_SHA1_STATE_SIZE]);

/* Does the same as og_sha1_export with detection. Saves the flags and the verdict so far, not the callback.
 */
OG_API int og_sha1dc_export(const og_sha1dc_ctx *ctx, uint8_t state[OG_SHA1DC_STATE_SIZE]);

/* Does the same as og_sha1_import with detection. Sets no callback: call og_sha1dc_on_collision for one. */
OG_API int og_sha1dc_import(og_sha1dc_ctx *ctx, const uint8_t state[OG_SHA1DC_STATE_SIZE]);

/* Does the same as og_sha1_export for Whirlpool. */
OG_API int og_whirlpool_export(const og_whirlpool_ctx *ctx, uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);

/* Does the same as og_sha1_import for Whirlpool. */
OG_API int og_whirlpool_import(og_whirlpool_ctx *ctx, const uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
