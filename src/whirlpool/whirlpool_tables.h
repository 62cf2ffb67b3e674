/* SPDX-License-Identifier: MIT */
/* The tables that spec/whirlpool/tables.py writes, as bytes in memory order: a row of the state is loaded
 * and summed as a word in the machine's own byte order, whichever that is. */
#ifndef OG_WHIRLPOOL_TABLES_H
#define OG_WHIRLPOOL_TABLES_H

#include <stdint.h>

/* The first row of round constant r + 1; the other rows are zero. */
extern const uint8_t og_whirlpool_rc[10][8];

/* [k][a]: what byte a in column k adds to its output row. 16 KiB, 64-byte aligned. */
extern const uint8_t og_whirlpool_table[8][256][8];

#endif
