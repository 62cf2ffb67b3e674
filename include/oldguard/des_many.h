/* SPDX-License-Identifier: MIT */
/*
 * Many independent messages at once under DES and Triple DES, in the modes that have one block of a
 * message at a time: CBC, CFB64 and OFB encryption (SP 800-38A), CBC-MAC and the retail MAC
 * (ISO/IEC 9797-1, MAC algorithms 1 and 3). Each message has a key and an IV of its own.
 *
 * The messages go through the lanes of a bit-sliced kernel (des.lanes, des3.lanes): in constant time,
 * and many times faster than one by one. Where too few of them are left for that to pay they are
 * finished one by one, by tables; under OG_POLICY_CONSTANT_TIME never. What costs is a long message
 * that is left alone at the end: long ones are best put first.
 *
 * Thread safety: any thread, at any time; nothing is kept between calls, nothing is allocated. Up to
 * 64 KiB of stack are used, and wiped.
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

typedef struct og_des_message {
    const uint8_t *key; /* og_des_key_size(cipher) bytes */
    const uint8_t *iv;  /* 8 bytes; not looked at for a MAC */
    const uint8_t *in;  /* size bytes; may be NULL when size is 0 */
    uint8_t *out;       /* room for size bytes: in, or nothing that any message overlaps; not looked
                           at for a MAC */
    size_t size;        /* in bytes; whole blocks for OG_CBC */
} og_des_message;

/* Encrypts n messages in the mode OG_CBC, OG_CFB64 or OG_OFB (whose decryption is the same), else
 * OG_ERR_ARGUMENT: what other modes and decryption do with one message fills the lanes, take
 * og_des_update. checks are those of og_des_init. OG_ERR_NULL, OG_ERR_LENGTH and what the checks
 * refuse are found in all messages before anything is written. Messages may share keys, IVs and
 * input that none of them is to replace. */
OG_API int og_des_many(og_des_cipher cipher, og_des_mode mode, const og_des_message *messages, size_t n,
                       unsigned checks);

/* The MACs of n messages, 8 bytes each, macs[i] for messages[i]: OG_MAC_CBC, or OG_MAC_RETAIL under
 * OG_DES_EDE, with a padding of theirs as og_des_mac_init has it (else OG_ERR_ARGUMENT). Errors are
 * found in all messages before any MAC is written. */
OG_API int og_des_mac_many(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
                           const og_des_message *messages, size_t n, unsigned checks,
                           uint8_t (*macs)[OG_DES_MAC_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
