/* SPDX-License-Identifier: MIT */
/* Folding of blocks with detection, under every API that there is for it: a kernel folds some blocks
 * and tells which vectors each of them may belong to; those few are put to the exact test. */
#ifndef OG_SHA1DC_COMPRESS_H
#define OG_SHA1DC_COMPRESS_H

#include <oldguard/sha1dc.h>

#include "sha1/sha1dc_test.h"

#define OG_SHA1DC_FLAGS (OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED | OG_SHA1DC_EVERY_VECTOR)

/* Told of each block that is half of an attack, in order. */
typedef void og_sha1dc_hit_fn(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                              const og_sha1dc_other *other);

/* A message under way. */
typedef struct og_sha1dc_chain {
    uint32_t *cv;
    unsigned flags;
    uint64_t at; /* of the next block in the message, in bytes */
    og_sha1dc_hit_fn *hit;
    void *user;
    og_sha1dc_blocks_fn *kernel;
    og_sha1_blocks_fn *compress;
} og_sha1dc_chain;

/* Sets the kernels for len bytes: OG_OK or why there are none. */
int og_sha1dc_choose(og_sha1dc_chain *chain, size_t len);

/* A hit function: the first one goes into the og_sha1dc_verdict that user points at. */
void og_sha1dc_record(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                      const og_sha1dc_other *other);

/* Folds n blocks: an og_compress_fn for a chain. */
void og_sha1dc_compress_blocks(void *chain, const uint8_t *blocks, size_t n);

#endif
