/* SPDX-License-Identifier: MIT */
/*
 * Wraps and unwraps Triple DES keys (RFC 3217 section 3: id-alg-CMS3DESwrap of CMS).
 *
 * Use it only for keys that are already wrapped in this form.
 *
 * By default table kernels look up at addresses that depend on the keys. Under OG_POLICY_CONSTANT_TIME
 * og_des3_unwrap uses bit-sliced kernels.
 *
 * All functions return OG_OK or a negative og_status: OG_ERR_NULL for a NULL pointer. OG_ERR_CONFIG and
 * OG_ERR_NO_KERNEL (kernels.h) are possible from both. Under OG_POLICY_CONSTANT_TIME og_des3_wrap returns
 * OG_ERR_NO_KERNEL, because CBC encryption has no constant-time kernel. No function allocates memory. Copies
 * of keys are wiped.
 *
 * Thread safety: any thread, at any time. The functions keep no state.
 */
#ifndef OLDGUARD_DES_WRAP_H
#define OLDGUARD_DES_WRAP_H

#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sizes of a Triple DES key and of a wrapped one in bytes. */
#define OG_DES3_KEY_SIZE 24
#define OG_DES3_WRAPPED_SIZE 40

#if !defined OLDGUARD_NO_DES && !defined OLDGUARD_NO_SHA1

/* Wraps the 24-byte key under the 24-byte kek and writes 40 bytes. iv has 8 bytes from the caller's random
 * generator, new for each key. The parity bits inside the wrapped key are set to odd (RFC 3217 section 3.1).
 * key is not changed. wrapped may overlap key, which is then overwritten. */
OG_API int og_des3_wrap(const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t key[OG_DES3_KEY_SIZE],
                        const uint8_t iv[8], uint8_t wrapped[OG_DES3_WRAPPED_SIZE]);

/* Unwraps 40 bytes into a 24-byte key. Returns OG_ERR_MAC and does not write key if the checksum or a parity
 * bit is wrong: the kek differs, or wrapped is damaged. The time does not reveal which byte was wrong. key
 * may overlap wrapped. */
OG_API int og_des3_unwrap(const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t wrapped[OG_DES3_WRAPPED_SIZE],
                          uint8_t key[OG_DES3_KEY_SIZE]);

#endif /* DES and SHA-1 */

#ifdef __cplusplus
}
#endif
#endif
