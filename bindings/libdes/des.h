/* SPDX-License-Identifier: MIT */
/*
 * DES (FIPS 46-3) and Triple DES (SP 800-67) on two 32-bit words, with libdes's names, types and key
 * schedule.
 *
 * data[0] holds bytes 0..3 of a block and data[1] bytes 4..7, both little-endian. All functions work in
 * place, and none fails. Threads may share a key schedule. The functions are not constant time, except
 * des_set_key_unchecked.
 */
#ifndef OLDGUARD_COMPAT_LIBDES_H
#define OLDGUARD_COMPAT_LIBDES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DES_ENCRYPT 1
#define DES_DECRYPT 0

/* Must have exactly 32 bits. */
#ifndef DES_LONG
#define DES_LONG uint32_t
#endif

typedef unsigned char des_cblock[8];

/* 16 rounds of two words: 128 bytes. */
typedef struct des_ks_struct {
    DES_LONG pair[2];
} des_key_schedule[16];

/* Expands a key of 8 bytes. Does not check parity or weakness. */
void des_set_key_unchecked(const des_cblock *key, des_key_schedule ks);

/* Encrypts or decrypts a block. enc is DES_ENCRYPT or DES_DECRYPT. */
void des_encrypt1(DES_LONG data[2], des_key_schedule ks, int enc);

/* Does the same without IP and FP. data[0] is the right half and data[1] the left half of IP's output or FP's
 * input, with bit 1 of the standard in the lowest bit. */
void des_encrypt2(DES_LONG data[2], des_key_schedule ks, int enc);

/* Computes Triple DES, E(ks3) D(ks2) E(ks1), and its inverse, D(ks1) E(ks2) D(ks3). */
void des_encrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3);
void des_decrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3);

#ifdef __cplusplus
}
#endif
#endif
