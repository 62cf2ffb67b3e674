// SPDX-License-Identifier: MIT
// Whirlpool (ISO/IEC 10118-3:2004 clause 13) on one assembly kernel, @STEM@.
#ifndef OG_WHIRLPOOL_H
#define OG_WHIRLPOOL_H

#include <stddef.h>
#include <stdint.h>

// The kernel: updates the chaining value cv with nblocks whole blocks of 64 bytes. nblocks may be
// 0; blocks need no alignment. Thread-safe: it touches nothing but its arguments and its stack.
@PROTOTYPE@

// digest := Whirlpool of the length bytes at message. message may be NULL when length is 0.
void whirlpool(uint8_t digest[64], const void *message, size_t length);

#define WHIRLPOOL_KERNEL @SYMBOL@
#define WHIRLPOOL_KERNEL_NAME "@STEM@"

#endif
