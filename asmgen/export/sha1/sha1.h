// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) on one assembly kernel, @STEM@. SHA-1 is broken for signatures; use it only
// where old data demands it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

// The kernel: updates the chaining value cv with nblocks whole blocks of 64 bytes. nblocks may be
// 0; blocks need no alignment. Thread-safe: it touches nothing but its arguments and its stack.
@PROTOTYPE@

// digest := SHA-1 of the length bytes at message. message may be NULL when length is 0.
void sha1(uint8_t digest[20], const void *message, size_t length);

#define SHA1_KERNEL @SYMBOL@
#define SHA1_FOLD SHA1_KERNEL // what is timed: (cv, blocks, nblocks)
#define SHA1_KERNEL_NAME "@STEM@"

#endif
