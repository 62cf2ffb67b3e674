/* SPDX-License-Identifier: MIT */
/* The exact test whether a block is half of a collision attack along a disturbance vector. */
#ifndef OG_SHA1DC_TEST_H
#define OG_SHA1DC_TEST_H

#include <oldguard/kernels.h>

/* A compressed block. */
typedef struct og_sha1dc_block {
    const uint8_t *bytes;             /* 64 bytes */
    const og_sha1dc_block_info *info; /* written by a sha1dc.blocks kernel */
    const uint32_t *after;            /* the chaining value after it, 5 words */
} og_sha1dc_block;

/* The block that forms an attack along a vector with a given one, if there is an attack. */
typedef struct og_sha1dc_other {
    uint32_t cv[5];   /* the chaining value before it */
    uint32_t last[5]; /* the state after its round 79 */
    uint8_t block[64];
} og_sha1dc_other;

/* Returns 1 if the block is no half of an attack along a vector, 0 to 31, by a sha1dc.test kernel. keep: 0
 * clears what this leaves on the stack. */
int og_sha1dc_is_excluded(const og_sha1dc_block *block, unsigned vector, og_sha1dc_test_fn *test, int keep);

/* Computes the other block, and sets end to other->cv. There is an attack if compressing the other block
 * turns end into block->after. vector: 0 to 31. */
void og_sha1dc_find_other(og_sha1dc_other *other, uint32_t end[5], const og_sha1dc_block *block,
                          unsigned vector);

/* Returns 1, and sets other->cv, if both blocks form an attack on SHA-1 with fewer rounds, in which both
 * start from the same chaining value. Otherwise returns 0. compress: any sha1.blocks kernel. */
int og_sha1dc_is_reduced(og_sha1dc_other *other, const og_sha1dc_block *block, og_sha1_blocks_fn *compress);

#endif
