// SPDX-License-Identifier: MIT
// Whirlpool (ISO/IEC 10118-3:2004 clause 13) on one assembly kernel, @STEM@.
#ifndef OG_WHIRLPOOL_H
#define OG_WHIRLPOOL_H

#include <stddef.h>
#include <stdint.h>

// The kernel: compresses nblocks blocks of 64 bytes into the chaining value cv. nblocks may be 0. Blocks
// need no alignment. Thread-safe: it accesses its arguments and its stack only.
@PROTOTYPE@

// Writes the Whirlpool digest of the length bytes at message. message may be NULL if length is 0.
void whirlpool(uint8_t digest[64], const void *message, size_t length);

#define WHIRLPOOL_KERNEL @SYMBOL@
#define WHIRLPOOL_KERNEL_NAME "@STEM@"

#endif
