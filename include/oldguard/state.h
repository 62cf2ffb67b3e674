/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores the state of a running hash, so that another process, another machine or a later
 * day can finish the message.
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
 * Numbers are big-endian. The check finds damage; it is no protection against an attacker, who can compute
 * it. A state holds up to 63 bytes of the message, and whoever has it can hash on from there: keep it as
 * secret as the message.
 *
 * Thread safety: as the functions of the hash. All functions return OG_OK or a negative og_status.
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

/* Writes the state of ctx, which goes on unchanged. On an error state is left unwritten. */
OG_API int og_sha1_export(const og_sha1_ctx *ctx, uint8_t state[OG_SHA1_STATE_SIZE]);

/* Restores ctx from state. Needs no og_sha1_init before. OG_ERR_STATE, with ctx unchanged, unless state
 * is the whole and undamaged state of a SHA-1 message. */
OG_API int og_sha1_import(og_sha1_ctx *ctx, const uint8_t state[OG_SHA1_STATE_SIZE]);

/* As og_sha1_export. The flags and the verdict so far are saved. The callback is not. */
OG_API int og_sha1dc_export(const og_sha1dc_ctx *ctx, uint8_t state[OG_SHA1DC_STATE_SIZE]);

/* As og_sha1_import. The context has no callback: call og_sha1dc_on_collision to set one. */
OG_API int og_sha1dc_import(og_sha1dc_ctx *ctx, const uint8_t state[OG_SHA1DC_STATE_SIZE]);

/* As og_sha1_export. */
OG_API int og_whirlpool_export(const og_whirlpool_ctx *ctx, uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);

/* As og_sha1_import. */
OG_API int og_whirlpool_import(og_whirlpool_ctx *ctx, const uint8_t state[OG_WHIRLPOOL_STATE_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
