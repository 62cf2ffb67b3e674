/* SPDX-License-Identifier: MIT */
/* The initial chaining value, padding and digest of SHA-1, for all functions that hash messages. */
#ifndef OG_SHA1_MESSAGE_H
#define OG_SHA1_MESSAGE_H

#include <oldguard/sha1.h>

#include "core/blocks64.h"
#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/ranges.h"
#include "core/wipe.h"

/* FIPS 180-4 section 5.1.1: the length field counts up to 2^64 - 1 bits. */
#define OG_SHA1_MAX_BYTES ((UINT64_C(1) << 61) - 1)

/* Sets the initial chaining value (FIPS 180-4 section 5.3.1). */
static inline void og_sha1_start(uint32_t cv[5]) {
    static const uint32_t initial[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(cv, initial, sizeof initial);
}

/* Returns the kernel for messages of size bytes, or NULL, for which og_dispatch_status() has the error. */
static inline og_sha1_blocks_fn *og_sha1_kernel(size_t size) {
    return (og_sha1_blocks_fn *)og_dispatch(OG_OP_SHA1_BLOCKS, size);
}

/* Returns OG_OK, or an error if the message cannot be hashed. */
static inline int og_sha1_check(const og_two_part *message) {
    if (message == NULL || (message->head == NULL && message->head_size > 0) ||
        (message->data == NULL && message->size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_fits(message->head, message->head_size, 1) || !og_fits(message->data, message->size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    /* 64 bits avoid a comparison that is always false with a 32-bit size_t */
    const uint64_t head_size = message->head_size, size = message->size;
    return head_size > OG_SHA1_MAX_BYTES || size > OG_SHA1_MAX_BYTES - head_size ? OG_ERR_TOO_LONG : OG_OK;
}

/* Returns 1 if a message of `bytes` bytes can grow by size. bytes exceeds every message's in a context that
 * is finished and kept. */
static inline int og_sha1_has_room(uint64_t bytes, size_t size) {
    return bytes <= OG_SHA1_MAX_BYTES && size <= OG_SHA1_MAX_BYTES - bytes;
}

/* Writes the padded end of a message of `bytes` bytes to last: its final `size` bytes from tail, a 1 bit,
 * zeros and the length in bits (FIPS 180-4 section 5.1.1). Returns the number of blocks, size / 64 + 1 or
 * size / 64 + 2, for which last must have room. */
static inline size_t og_sha1_pad(uint8_t *last, const uint8_t *tail, size_t size, uint64_t bytes) {
    const size_t whole = size / 64;
    for (; size >= 64; size -= 64, last += 64, tail += 64) {
        memcpy(last, tail, 64);
    }
    return whole + og_tail_pad(last, tail, size, bytes * 8);
}

/* Pads a message of `bytes` bytes. block: its last bytes % 64 bytes, then zeros up to 64 bytes. Returns the
 * number of blocks, 1 or 2. The second one follows the first. */
OG_LEAF size_t og_sha1_pad_in_place(uint8_t *block, uint64_t bytes) {
    return og_tail_pad_in_place(block, bytes % 64, bytes * 8);
}

/* Does what og_sha1_pad does. */
OG_LEAF size_t og_sha1_pad_copy(uint8_t *last, const uint8_t *tail, size_t size, uint64_t bytes) {
    return og_sha1_pad(last, tail, size, bytes);
}

/* Compresses the padded end of a message of `bytes` bytes. tail: its last bytes % 64 bytes, then zeros.
 * Writes padding to tail. A second block needs a copy, which is wiped unless `keep`. The caller clears what
 * a leaf has left. */
static inline void og_sha1_finish(uint8_t tail[64], uint64_t bytes, int keep, og_compress_fn *compress_blocks,
                                  void *chain) {
    if (bytes % 64 < 56) {
        compress_blocks(chain, tail, og_sha1_pad_in_place(tail, bytes));
        return;
    }
    uint8_t last[128];
    compress_blocks(chain, last, og_sha1_pad_copy(last, tail, bytes % 64, bytes));
    if (!keep) {
        og_wipe_in_place(last, sizeof last);
    }
}

/* Writes the digest, the chaining value in big-endian byte order. */
static inline void og_sha1_digest(uint8_t digest[20], const uint32_t cv[5]) {
    og_store64be(digest, (uint64_t)cv[0] << 32 | cv[1]);
    og_store64be(digest + 8, (uint64_t)cv[2] << 32 | cv[3]);
    og_store32be(digest + 16, cv[4]);
}

#endif
