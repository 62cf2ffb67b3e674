/* SPDX-License-Identifier: MIT */
/* The exact test: is a block half of a collision attack along one disturbance vector? */
#ifndef OG_SHA1DC_TEST_H
#define OG_SHA1DC_TEST_H

#include <oldguard/kernels.h>

/* A block that was folded, for the test. */
typedef struct og_sha1dc_block {
    const uint8_t *bytes;             /* 64 bytes */
    const og_sha1dc_block_info *info; /* written by a sha1dc.blocks kernel */
    const uint32_t *after;            /* the chaining value after it, 5 words */
} og_sha1dc_block;

/* The other block of the pair that would make a block half of an attack along a vector. */
typedef struct og_sha1dc_other {
    uint32_t cv[5];   /* the chaining value before it */
    uint32_t last[5]; /* its last state, to which the chaining value is added */
    uint8_t block[64];
} og_sha1dc_other;

/* Finds the other block. It makes an attack if its compression ends where the folded block's does:
 * at block->after. */
void og_sha1dc_find_other(og_sha1dc_other *other, const og_sha1dc_block *block, unsigned vector);

/* 1 when the other block makes an attack on fewer rounds: it then starts at the same chaining value,
 * which this puts into it. compress is any sha1.blocks kernel. */
int og_sha1dc_is_reduced(og_sha1dc_other *other, const og_sha1dc_block *block, og_sha1_blocks_fn *compress);

#endif
