/* SPDX-License-Identifier: MIT */
/*
 * Encrypts many independent messages, or computes their MACs, in one call. The ciphers are DES and Triple
 * DES. The modes are serial: CBC, CFB64 and OFB encryption (SP 800-38A sections 6.2 to 6.4), CBC-MAC and the
 * retail MAC (ISO/IEC 9797-1 MAC algorithms 1 and 3). Each message has its own key and IV.
 *
 * The messages fill the lanes of a bit-sliced kernel (des.lanes, des3.lanes), which runs in constant time and
 * is many times faster than one message after the other. When too few messages remain for that to pay, they
 * are finished with table look-ups, four or two at once or one by one, unless OG_POLICY_CONSTANT_TIME is in
 * force. Put the longest messages first: a long message that remains alone at the end is slow.
 *
 * Sizes are in bytes. The functions return OG_OK or a negative og_status. A NULL pointer gives OG_ERR_NULL
 * unless the function allows it. OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are possible from both. They
 * use up to 76 KiB of stack, wipe it, and allocate no memory.
 *
 * Thread safety: any thread, at any time. The functions keep no state.
 */
#ifndef OLDGUARD_DES_MANY_H
#define OLDGUARD_DES_MANY_H

#include <stddef.h>
#include <stdint.h>

#include "des.h"
#include "des_mac.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A message with its key and its IV. */
typedef struct og_des_message {
    const uint8_t *key; /* og_des_key_size(cipher) bytes */
    const uint8_t *iv;  /* 8 bytes; ignored for a MAC */
    const uint8_t *in;  /* size bytes; may be NULL if size is 0 */
    uint8_t *out;       /* size bytes: equal to in, or without overlap with any message; ignored for a MAC */
    size_t size;        /* bytes; a multiple of 8 for OG_CBC */
} og_des_message;

#ifndef OLDGUARD_NO_DES

/* Encrypts n messages in the mode OG_CBC, OG_CFB64 or OG_OFB. OFB decryption is the same operation. Any other
 * mode gives OG_ERR_ARGUMENT: ECB, CTR, and CBC and CFB64 decryption fill all lanes with a single message;
 * call og_des_update for those. checks is a combination of OG_DES_CHECK_*, with the errors of og_des_init.
 * OG_ERR_NULL, OG_ERR_LENGTH, OG_ERR_TOO_LONG if a range exceeds the address space, refused keys, and
 * OG_ERR_ARGUMENT if out of a message partly overlaps its in, are reported before any output is written.
 * Messages may share keys, IVs and inputs, provided that no output overwrites a shared input. bad: status.h.
 */
OG_API int og_des_many(og_des_cipher cipher, og_des_mode mode, const og_des_message *messages, size_t n,
                       unsigned checks, size_t *bad);

/* Computes the 8-byte MAC of each of n messages: macs[i] gets that of messages[i]. The algorithm is
 * OG_MAC_CBC, or OG_MAC_RETAIL with OG_DES_EDE. The padding is OG_MAC_PAD_ZEROS, OG_MAC_PAD_BIT or
 * OG_MAC_PAD_LENGTH. Anything else gives OG_ERR_ARGUMENT, as do macs that overlap a message or the array of
 * messages. The other errors are those of og_des_mac_init. Errors of arguments are reported before any MAC is
 * written. bad: status.h. */
OG_API int og_des_mac_many(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
                           const og_des_message *messages, size_t n, unsigned checks,
                           uint8_t (*macs)[OG_DES_MAC_SIZE], size_t *bad);

#endif /* OLDGUARD_NO_DES */

#ifdef __cplusplus
}
#endif
#endif
