/* SPDX-License-Identifier: MIT */
/*
 * libdes's replaceable core: DES on two 32-bit words, with libdes's names, types and key schedule.
 *
 * data[0] holds bytes 0..3 of a block read little-endian, data[1] bytes 4..7; every function works
 * in place. A key schedule may be shared by threads. Nothing here fails.
 */
#ifndef OLDGUARD_COMPAT_LIBDES_H
#define OLDGUARD_COMPAT_LIBDES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DES_ENCRYPT 1
#define DES_DECRYPT 0

/* 32 bits exactly, as the assembler has always assumed. */
#ifndef DES_LONG
#define DES_LONG uint32_t
#endif

typedef unsigned char des_cblock[8];

/* 16 rounds of two words: 128 bytes. */
typedef struct des_ks_struct {
    DES_LONG pair[2];
} des_key_schedule[16];

/* Expands a key without looking at its parity or weakness. */
void des_set_key_unchecked(const des_cblock *key, des_key_schedule ks);

/* DES with IP and FP: enc is DES_ENCRYPT or DES_DECRYPT. */
void des_encrypt1(DES_LONG data[2], des_key_schedule ks, int enc);

/* The same without IP and FP, for chains of DES: data[0] is the right half, data[1] the left half
 * that IP gives or FP takes, bit 1 of the standard lowest. */
void des_encrypt2(DES_LONG data[2], des_key_schedule ks, int enc);

/* Triple DES: E(ks3) D(ks2) E(ks1), and its inverse D(ks1) E(ks2) D(ks3). */
void des_encrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3);
void des_decrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3);

#ifdef __cplusplus
}
#endif
#endif
