// SPDX-License-Identifier: MIT
// SHA-1 (FIPS 180-4) of several messages at once on one assembly kernel, @STEM@. SHA-1 is broken
// for signatures. Use it only for data that already depends on it.
#ifndef OG_SHA1_H
#define OG_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_LANES @LANES@

// The kernel: compresses the nblocks blocks of 64 bytes at blocks[i] into the chaining value cv[i], for each
// of the SHA1_LANES messages. nblocks may be 0. Blocks need no alignment. Thread-safe: it accesses its
// arguments and its stack only.
@PROTOTYPE@

// Writes to digests[i] the SHA-1 digest of the length bytes at messages[i], for SHA1_LANES messages of one
// length. The pointers may be NULL if length is 0.
void sha1_lanes(uint8_t (*digests)[20], const void *const *messages, size_t length);

#define SHA1_KERNEL @SYMBOL@
#define SHA1_KERNEL_NAME "@STEM@"

#endif
