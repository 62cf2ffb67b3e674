/* SPDX-License-Identifier: MIT */
/* The exact test: is a block half of a collision attack along one disturbance vector? */
#ifndef OG_SHA1DC_TEST_H
#define OG_SHA1DC_TEST_H

#include <oldguard/kernels.h>

/* A block that was folded, for the test. */
typedef struct og_sha1dc_folded {
    const uint8_t *block;         /* 64 bytes */
    const og_sha1dc_trace *trace; /* what sha1dc.blocks told of it */
    const uint32_t *after;        /* the chaining value after it, 5 words */
} og_sha1dc_folded;

/* The other block of the pair that would make this one half of an attack along a vector. */
typedef struct og_sha1dc_other {
    uint32_t cv[5]; /* the chaining value before it */
    uint8_t block[64];
} og_sha1dc_other;

/* 1 when the other block, from the chaining value that the vector implies, ends at the same one as
 * this block; with reduced not 0, also when it starts at the same one, as attacks on fewer rounds
 * do. compress is any sha1.blocks kernel. */
int og_sha1dc_test(const og_sha1dc_folded *folded, unsigned vector, int reduced,
                   og_sha1_blocks_fn *compress, og_sha1dc_other *other);

#endif
