// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) on one assembly kernel, @STEM@, which also tells which blocks may be halves of
// collision attacks. SHA-1 is broken for signatures; use it only where old data demands it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

// What the kernel tells of a block (M. Stevens, D. Shumow, USENIX Security 2017).
typedef struct og_sha1dc_block_info {
    uint32_t w[20];     // W[60..79] of the expanded message
    uint32_t cv[5];     // the chaining value before the block
    uint32_t state[5];  // a, b, c, d, e before step 60
    uint32_t mask;      // bit v: the conditions leave disturbance vector v possible
} og_sha1dc_block_info;

// The kernel: updates the chaining value cv with nblocks whole blocks of 64 bytes and writes the trace
// of each. nblocks may be 0; blocks need no alignment. Thread-safe: it touches nothing but its
// arguments and its stack.
@PROTOTYPE@

// digest := SHA-1 of the length bytes at message. message may be NULL when length is 0. Returns how
// many blocks want an exact test: one in twenty of harmless ones.
size_t sha1_suspects(uint8_t digest[20], const void *message, size_t length);

// Updates cv with nblocks whole blocks; returns how many want an exact test.
size_t sha1_fold(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);

static inline void sha1(uint8_t digest[20], const void *message, size_t length)
{
    (void)sha1_suspects(digest, message, length);
}

#define SHA1_KERNEL @SYMBOL@
#define SHA1_FOLD sha1_fold // what is timed: (cv, blocks, nblocks)
#define SHA1_KERNEL_NAME "@STEM@"

#endif
