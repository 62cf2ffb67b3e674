/* SPDX-License-Identifier: MIT */
/* The byte-wise reference of all versions, for whirlpool_c_byte and og_whirlpool_of_version. */
#ifndef OG_WHIRLPOOL_BYTE_H
#define OG_WHIRLPOOL_BYTE_H

#include <oldguard/whirlpool.h>

/* Compresses nblocks blocks of 64 bytes under a version, which must be valid. */
void og_whirlpool_byte_blocks(og_whirlpool_version version, uint8_t cv[64], const uint8_t *blocks,
                              size_t nblocks);

#endif
