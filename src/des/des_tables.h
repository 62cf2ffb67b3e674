/* SPDX-License-Identifier: MIT */
/* The tables that asm/spec/des/tables.py writes. */
#ifndef OG_DES_TABLES_H
#define OG_DES_TABLES_H

#include <stdint.h>

/* og_des_sp[box][field] = P(S_box(field)) for a 6-bit field with its first bit lowest. Bit i of the standard
 * is bit (i + 2) % 32 of the entry. 2 KiB, 64-byte aligned. */
extern const uint32_t og_des_sp[8][64];

/*
 * A half block in expanded form is E(half), 48 bits in 64. Each byte has the 6-bit field of one S-box in its
 * low bits, the first bit lowest. Bytes 0 to 7 (0 the lowest) belong to S-boxes 1, 3, 2, 4, 5, 7, 6, 8.
 *
 * og_des_esp[byte][field] = E(P(S_box(field))) in expanded form, for the box of the byte. 4 KiB, 64-byte
 * aligned.
 */
extern const uint64_t og_des_esp[8][64];

#endif
