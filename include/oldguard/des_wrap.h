/* SPDX-License-Identifier: MIT */
/*
 * Wraps a Triple DES key under another (RFC 3217 section 3: id-alg-CMS3DESwrap of CMS).
 *
 * For keys that are wrapped already. Do not choose it for anything new.
 *
 * Thread safety: any thread, at any time. All functions return OG_OK or a negative og_status, keep nothing
 * between calls, allocate nothing and wipe what they hold of the keys.
 */
#ifndef OLDGUARD_DES_WRAP_H
#define OLDGUARD_DES_WRAP_H

#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OG_DES3_KEY_SIZE 24
#define OG_DES3_WRAPPED_SIZE 40

/* Wraps the three-key Triple DES key `key` under `kek`, of 24 bytes each, and writes 40 bytes. iv are 8 bytes
 * from the caller's random generator, new for each key. The parity bits of the wrapped key are set to odd, as
 * the RFC asks; `key` keeps its own. wrapped may be key. */
OG_API int og_des3_wrap(const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t key[OG_DES3_KEY_SIZE],
                        const uint8_t iv[8], uint8_t wrapped[OG_DES3_WRAPPED_SIZE]);

/* Unwraps 40 bytes into a key of 24. OG_ERR_MAC, with key left unwritten, where the checksum or a parity bit
 * is wrong: another kek, or damage. The time does not show which, nor where. key may be wrapped. */
OG_API int og_des3_unwrap(const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t wrapped[OG_DES3_WRAPPED_SIZE],
                          uint8_t key[OG_DES3_KEY_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
