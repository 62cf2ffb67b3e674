/* SPDX-License-Identifier: MIT */
/* The tables that derive_tables.py writes. */
#ifndef OG_DES_TABLES_H
#define OG_DES_TABLES_H

#include <stdint.h>

/* [box][field]: P(S_box(field)) for a 6-bit field with its first bit lowest, as a half block with
 * bit i of the standard at bit (i + 2) % 32. 2 KiB, 64-byte aligned. */
extern const uint32_t og_des_sp[8][64];

#endif
