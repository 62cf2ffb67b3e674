/* SPDX-License-Identifier: MIT */
/* Splits a byte stream into 64-byte blocks and pads its end, for SHA-1 and Whirlpool. The functions are
 * inlined, so that `compress_blocks` is a direct call. */
#ifndef OG_CORE_BLOCKS64_H
#define OG_CORE_BLOCKS64_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/tail64.h"
#include "core/wipe.h"

/* Compresses n blocks. chain: the chaining value and whatever else the function needs. */
typedef void og_compress_fn(void *chain, const uint8_t *blocks, size_t n);

/* Appends to a tail, as og_tail_append does. */
OG_LEAF void og_tail_append_apart(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    og_tail_append(tail, held, in, size);
}

/* Appends to a tail, leaves nothing on the stack below the caller and returns 0, which is OG_OK. It is not
 * inlined, so that an update with few bytes saves no registers. */
OG_BELOW int og_tail_keep(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    if (size > 0) {
        og_tail_append_apart(tail, held, in, size);
        og_burn_leaf();
    }
    return 0;
}

/* Adds size bytes to a stream. in may be NULL if size is 0. tail holds the first `held` < 64 bytes of an
 * unfinished block, then zeros. Whole blocks are compressed from the input without a copy, and the remaining
 * bytes are kept in tail. */
static inline void og_update_blocks(uint8_t tail[64], size_t held, const uint8_t *in, size_t size,
                                    og_compress_fn *compress_blocks, void *chain) {
    if (held > 0) {
        const size_t room = 64 - held;
        if (size < room) {
            og_tail_keep(tail, held, in, size);
            return;
        }
        og_tail_keep(tail, held, in, room);
        compress_blocks(chain, tail, 1);
        memset(tail, 0, 64);
        in += room;
        size -= room;
    }
    if (size >= 64) {
        compress_blocks(chain, in, size / 64);
        in += size - size % 64;
        size %= 64;
    }
    og_tail_keep(tail, 0, in, size);
}

/* Writes the padded end of a message to last: its final `size` bytes from tail, a 1 bit and zeros, up to
 * the end of a block. The final `field` bytes are for the length and are zero. Returns the number of
 * blocks, size / 64 + 1 or size / 64 + 2, for which last must have room. */
static inline size_t og_pad(uint8_t *last, const uint8_t *tail, size_t size, size_t field) {
    const size_t blocks = (size + field) / 64 + 1, first = size / 64;
    /* Whole blocks have a constant size, for which the compiler emits stores instead of a call. */
    memset(last + 64 * first, 0, 64);
    if (first + 1 < blocks) {
        memset(last + 64 * first + 64, 0, 64);
    }
    if (size > 0) {
        memcpy(last, tail, size);
    }
    last[size] = 0x80;
    return blocks;
}

#endif
