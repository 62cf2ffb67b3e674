/* SPDX-License-Identifier: MIT */
/* The tables that spec/des/tables.py writes. */
#ifndef OG_DES_TABLES_H
#define OG_DES_TABLES_H

#include <stdint.h>

/* [box][field]: P(S_box(field)) for a 6-bit field with its first bit lowest, as a half block with
 * bit i of the standard at bit (i + 2) % 32. 2 KiB, 64-byte aligned. */
extern const uint32_t og_des_sp[8][64];

/*
 * A half block in expanded form is what E makes of it, 48 bits in 64: the field of six bits that goes
 * to an S-box in the low bits of a byte, its first bit lowest. Bytes 0..7, 0 the lowest, belong to
 * S-boxes 1, 3, 2, 4, 5, 7, 6, 8.
 *
 * [byte][field]: E(P(S_box(field))) for the box of the byte, in that form. 4 KiB, 64-byte aligned.
 */
extern const uint64_t og_des_esp[8][64];

#endif
