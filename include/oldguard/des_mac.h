/* SPDX-License-Identifier: MIT */
/*
 * Message authentication codes with DES and Triple DES: CBC-MAC (ISO/IEC 9797-1 MAC algorithm 1; FIPS 113),
 * the retail MAC (algorithm 3; ANSI X9.19) and CMAC (algorithm 5; SP 800-38B section 6).
 *
 * Use them only for existing data. CBC-MAC with padding 1 or 2 is easily forged if messages may differ in
 * length. A MAC of 64 bits is short under any algorithm.
 *
 * Constant time: the kernels for one message look tables up at addresses that depend on key and data. Under
 * OG_POLICY_CONSTANT_TIME (kernels.h) the first block therefore gives OG_ERR_NO_KERNEL; use og_des_mac_many.
 *
 * Sizes are in bytes. All functions return OG_OK or a negative og_status. A NULL pointer gives OG_ERR_NULL
 * unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL are possible from each. No function
 * allocates memory.
 *
 * Thread safety: one thread at a time may use a context. Different contexts are independent.
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

/* The algorithms. */
typedef enum og_mac_algorithm {
    OG_MAC_CBC = 0,    /* CBC encryption from a zero IV; the last ciphertext block is the MAC */
    OG_MAC_RETAIL = 1, /* CBC-MAC with DES and K1, but the last block with OG_DES_EDE and K1, K2 */
    OG_MAC_CMAC = 2    /* CBC-MAC with a subkey added to the last block; defines its own padding */
} og_mac_algorithm;

/* Paddings 1 to 3 of ISO/IEC 9797-1. */
typedef enum og_mac_padding {
    OG_MAC_PAD_OWN = 0,   /* CMAC's padding; OG_MAC_CMAC requires it, no other algorithm allows it */
    OG_MAC_PAD_ZEROS = 1, /* zero bits up to whole blocks, at least one block */
    OG_MAC_PAD_BIT = 2,   /* one bit 1, then zero bits up to whole blocks */
    OG_MAC_PAD_LENGTH = 3 /* padding 1 after a first block with the length in bits */
} og_mac_padding;

/* The state of one message. The fields are private; the size is part of the ABI. */
typedef struct og_des_mac_ctx {
    og_des_key ks[3];
    uint64_t size, announced; /* message bytes so far, and the size that og_des_mac_init was given */
    uint8_t chain[8];         /* chaining block */
    uint8_t last[8];          /* the newest block, kept because the last block is treated differently */
    uint8_t held;             /* bytes in last: 0 before the first byte, then 1 to 8 */
    uint8_t algorithm, padding, cipher;
} og_des_mac_ctx;

#ifndef OLDGUARD_NO_DES

/*
 * Starts a message. OG_MAC_RETAIL requires OG_DES_EDE. key has key_size bytes, which must be
 * og_des_key_size(cipher) (OG_ERR_LENGTH). checks is a combination of OG_DES_CHECK_*, with the errors of
 * og_des_init. size is the size of the message for OG_MAC_PAD_LENGTH, at most 2^61 - 1 (OG_ERR_TOO_LONG);
 * other paddings ignore it. OG_ERR_ARGUMENT for an unknown value or an invalid combination. An error wipes
 * the context.
 */
OG_API int og_des_mac_init(og_des_mac_ctx *ctx, og_mac_algorithm algorithm, og_mac_padding padding,
                           og_des_cipher cipher, const uint8_t *key, size_t key_size, uint64_t size,
                           unsigned checks);

/* Appends size bytes to the message. data may be NULL if size is 0. The MAC does not depend on how a message
 * is split into updates. OG_ERR_TOO_LONG if data exceeds the address space. OG_ERR_NULL and OG_ERR_TOO_LONG
 * leave the context unchanged. After any other error only og_des_mac_wipe is meaningful. */
OG_API int og_des_mac_update(og_des_mac_ctx *ctx, const void *data, size_t size);

/* Writes the leftmost mac_size bytes of the MAC and wipes the context. OG_ERR_LENGTH unless mac_size is 1 to
 * 8, and for OG_MAC_PAD_LENGTH if the message does not have the announced size. An error leaves mac
 * unwritten. */
OG_API int og_des_mac_final(og_des_mac_ctx *ctx, uint8_t *mac, size_t mac_size);

/* Compares the leftmost mac_size bytes of the MAC with mac and wipes the context. Returns OG_ERR_MAC if they
 * differ, and the errors of og_des_mac_final. The time of the comparison does not depend on the bytes. */
OG_API int og_des_mac_verify(og_des_mac_ctx *ctx, const uint8_t *mac, size_t mac_size);

/* Wipes a context. Does nothing for NULL. */
OG_API void og_des_mac_wipe(og_des_mac_ctx *ctx);

/* Computes the MAC of a message in one call: og_des_mac_init, og_des_mac_update and og_des_mac_final with the
 * same arguments and errors. */
OG_API int og_des_mac(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
                      const uint8_t *key, size_t key_size, const void *data, size_t size, unsigned checks,
                      uint8_t *mac, size_t mac_size);

#endif /* OLDGUARD_NO_DES */

#ifdef __cplusplus
}
#endif
#endif
