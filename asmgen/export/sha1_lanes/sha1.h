// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) of several messages at once on one assembly kernel, @STEM@. SHA-1 is broken
// for signatures; use it only where old data demands it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_LANES @LANES@

// The kernel: updates the chaining value cv[i] with nblocks whole blocks of 64 bytes at blocks[i],
// for each of the SHA1_LANES messages. nblocks may be 0; blocks need no alignment. Thread-safe: it
// touches nothing but its arguments and its stack.
@PROTOTYPE@

// digests[i] := SHA-1 of the length bytes at messages[i], for SHA1_LANES messages of one length.
// The pointers may be NULL when length is 0.
void sha1_lanes(uint8_t (*digests)[20], const void *const *messages, size_t length);

#define SHA1_KERNEL @SYMBOL@
#define SHA1_KERNEL_NAME "@STEM@"

#endif
