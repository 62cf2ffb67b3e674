/* SPDX-License-Identifier: MIT */
/*
 * Message authentication codes over DES and Triple DES: CBC-MAC (ISO/IEC 9797-1 MAC algorithm 1;
 * FIPS 113), the retail MAC (algorithm 3; ANSI X9.19) and CMAC (SP 800-38B; algorithm 5).
 *
 * For data that already carries such codes. CBC-MAC is forged with ease where messages may have more
 * than one length and padding 1 or 2, and a MAC of 64 bits is short whatever it is computed with.
 *
 * Thread safety: one context belongs to one thread at a time. All functions return OG_OK or a
 * negative og_status.
 */
#ifndef OLDGUARD_DES_MAC_H
#define OLDGUARD_DES_MAC_H

#include <stddef.h>
#include <stdint.h>

#include "des.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OG_DES_MAC_SIZE 8 /* bytes of an untruncated MAC */

typedef enum og_mac_algorithm {
    OG_MAC_CBC = 0,    /* every block under the cipher; the last result is the MAC */
    OG_MAC_RETAIL = 1, /* every block under DES with K1, the last under OG_DES_EDE with K1 and K2 */
    OG_MAC_CMAC = 2    /* CBC-MAC, the last block masked by a subkey; it pads by itself */
} og_mac_algorithm;

/* Paddings 1 to 3 of ISO/IEC 9797-1. */
typedef enum og_mac_padding {
    OG_MAC_PAD_OWN = 0,   /* CMAC's: the one and only for OG_MAC_CMAC, and only for it */
    OG_MAC_PAD_ZEROS = 1, /* bits 0 up to whole blocks, one at least */
    OG_MAC_PAD_BIT = 2,   /* one bit 1, then bits 0 */
    OG_MAC_PAD_LENGTH = 3 /* padding 1, and before all of it a block with the length in bits */
} og_mac_padding;

/* Streaming MAC. The fields are private; the size is part of the ABI. */
typedef struct og_des_mac_ctx {
    og_des_key ks[3];
    uint64_t size, announced; /* bytes taken, and to be taken where the padding says them first */
    uint8_t chain[8];
    uint8_t last[8]; /* what is held back: the last block's treatment differs */
    uint8_t held;    /* bytes of it, 0 only before the first */
    uint8_t algorithm, padding, cipher;
} og_des_mac_ctx;

/*
 * Starts a message. key_size must be og_des_key_size(cipher), and the cipher OG_DES_EDE for
 * OG_MAC_RETAIL; checks are those of og_des_init. size is the message's, in bytes, for
 * OG_MAC_PAD_LENGTH (at most 2^61 - 1, else OG_ERR_TOO_LONG); the others take no notice of it.
 * OG_ERR_ARGUMENT for what does not go together. On an error the context is wiped.
 */
OG_API int og_des_mac_init(og_des_mac_ctx *ctx, og_mac_algorithm algorithm, og_mac_padding padding,
                           og_des_cipher cipher, const uint8_t *key, size_t key_size, uint64_t size,
                           unsigned checks);

/* Takes size bytes more; data may be NULL when size is 0. Any split gives the same MAC. */
OG_API int og_des_mac_update(og_des_mac_ctx *ctx, const void *data, size_t size);

/* Writes the leftmost mac_size bytes of the MAC, 1 to 8 (else OG_ERR_LENGTH), and wipes the context.
 * OG_ERR_LENGTH also where OG_MAC_PAD_LENGTH was told another size. On an error mac is left
 * unwritten. */
OG_API int og_des_mac_final(og_des_mac_ctx *ctx, uint8_t *mac, size_t mac_size);

/* og_des_mac_final, but compares, in a time that does not depend on where a difference lies: OG_OK,
 * or OG_ERR_MAC when the MAC is another. */
OG_API int og_des_mac_verify(og_des_mac_ctx *ctx, const uint8_t *mac, size_t mac_size);

/* Wipes a context that is given up. NULL is allowed. */
OG_API void og_des_mac_wipe(og_des_mac_ctx *ctx);

/* init, update and final in one call. */
OG_API int og_des_mac(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
                      const uint8_t *key, size_t key_size, const void *data, size_t size, unsigned checks,
                      uint8_t *mac, size_t mac_size);

#ifdef __cplusplus
}
#endif
#endif
