/* SPDX-License-Identifier: MIT */
/* The tables of Whirlpool, which the build derives (asm/spec/whirlpool/tables.py). They are bytes in memory
 * order: a row of the state is loaded and added as a word in the byte order of the machine. */
#ifndef OG_WHIRLPOOL_TABLES_H
#define OG_WHIRLPOOL_TABLES_H

#include <stdint.h>

/* og_whirlpool_rc[r]: the first row of the constant of round r + 1. The other rows are zero. */
extern const uint8_t og_whirlpool_rc[10][8];

/* og_whirlpool_table[k][a]: what byte a in column k adds to its output row. 16 KiB, 64-byte aligned. */
extern const uint8_t og_whirlpool_table[8][256][8];

#endif
