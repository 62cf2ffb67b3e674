/* SPDX-License-Identifier: MIT */
/* Key wrap with Triple DES for data of any whole number of blocks, without a rule for their parity. */
#ifndef OG_DES_DES_WRAP_H
#define OG_DES_DES_WRAP_H

#include <oldguard/des.h>

/* Bytes that a wrapped key has besides the key: the IV before it and the checksum after it. */
#define OG_DES3_WRAP_IV 8
#define OG_DES3_WRAP_CHECK 8

/* Wrap and unwrap size bytes in place, a multiple of 8. work has OG_DES3_WRAP_IV bytes, the data, then
 * OG_DES3_WRAP_CHECK bytes. The caller of og_des3_wrap_bytes writes the IV and the data there, the caller of
 * og_des3_unwrap_bytes what is wrapped. kek is a context in CBC mode, whose message ends. OG_ERR_MAC if the
 * checksum is wrong. The time does not reveal which byte was wrong. work then has data of no use. */
int og_des3_wrap_bytes(og_des_ctx *kek, uint8_t *work, size_t size);
int og_des3_unwrap_bytes(og_des_ctx *kek, uint8_t *work, size_t size);

#endif
