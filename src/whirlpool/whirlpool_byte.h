/* SPDX-License-Identifier: MIT */
/* The byte-wise reference of every version, for the kernel and for og_whirlpool_of_version. */
#ifndef OG_WHIRLPOOL_BYTE_H
#define OG_WHIRLPOOL_BYTE_H

#include <oldguard/whirlpool.h>

/* whirlpool.blocks under a version that the caller has checked. */
void og_whirlpool_byte_blocks(og_whirlpool_version version, uint8_t cv[64], const uint8_t *blocks,
                              size_t nblocks);

#endif
