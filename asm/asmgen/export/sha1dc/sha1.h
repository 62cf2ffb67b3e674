// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) on one assembly kernel, @STEM@, that also reports the blocks which may belong to a
// collision attack. SHA-1 is broken for signatures. Use it only for data that already depends on it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

// The record of a block: the input of the exact test for an attack (M. Stevens, D. Shumow, USENIX Security 2017).
typedef struct og_sha1dc_block_info {
    uint32_t w[20];     // W[60..79] of the expanded message
    uint32_t cv[5];     // the chaining value before the block
    uint32_t state[5];  // a, b, c, d, e before step 60
    uint32_t mask;      // bit v: no condition excludes disturbance vector v
} og_sha1dc_block_info;

// The kernel: compresses nblocks blocks of 64 bytes into the chaining value cv and writes info[i] for block
// i. nblocks may be 0. Blocks need no alignment. Thread-safe: it accesses its arguments and its stack only.
@PROTOTYPE@

// Writes the SHA-1 digest of the length bytes at message. message may be NULL if length is 0. Returns the
// number of blocks with a mask that is not 0, which need the exact test: about 1 in 20 without an attack.
size_t sha1_candidates(uint8_t digest[20], const void *message, size_t length);

// Compresses nblocks blocks into cv. Returns the number of blocks that need the exact test.
size_t sha1_blocks(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);

static inline void sha1(uint8_t digest[20], const void *message, size_t length)
{
    (void)sha1_candidates(digest, message, length);
}

#define SHA1_KERNEL @SYMBOL@
#define SHA1_BLOCKS sha1_blocks // the function that is timed: (cv, blocks, nblocks)
#define SHA1_KERNEL_NAME "@STEM@"

#endif
