// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) on one assembly kernel, @STEM@. SHA-1 is broken for signatures. Use it
// only for data that already depends on it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

// The kernel: compresses nblocks blocks of 64 bytes into the chaining value cv. nblocks may be 0. Blocks
// need no alignment. Thread-safe: it accesses its arguments and its stack only.
@PROTOTYPE@

// Writes the SHA-1 digest of the length bytes at message. message may be NULL if length is 0.
void sha1(uint8_t digest[20], const void *message, size_t length);

#define SHA1_KERNEL @SYMBOL@
#define SHA1_BLOCKS SHA1_KERNEL // the function that is timed: (cv, blocks, nblocks)
#define SHA1_KERNEL_NAME "@STEM@"

#endif
