/* SPDX-License-Identifier: MIT */
/* Cutting a byte stream into 64-byte blocks and padding the last one: what SHA-1 and Whirlpool have
 * in common above their compression functions. Inlined into each, so that `compress_blocks` is a direct call.
 */
#ifndef OG_CORE_BLOCKS64_H
#define OG_CORE_BLOCKS64_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Folds n blocks into the chaining value that chain stands for. */
typedef void og_compress_fn(void *chain, const uint8_t *blocks, size_t n);

/* Takes len > 0 bytes into a stream whose tail holds `held` < 64 bytes: completes the tail's block,
 * folds whole blocks straight from the input, and leaves the rest in tail. */
static inline void og_update_blocks(uint8_t tail[64], size_t held, const uint8_t *in, size_t len,
                                    og_compress_fn *compress_blocks, void *chain) {
    if (held > 0) {
        const size_t room = 64 - held;
        if (len < room) {
            memcpy(tail + held, in, len);
            return;
        }
        memcpy(tail + held, in, room);
        compress_blocks(chain, tail, 1);
        in += room;
        len -= room;
    }
    if (len >= 64) {
        compress_blocks(chain, in, len / 64);
        in += len - len % 64;
        len %= 64;
    }
    if (len > 0) {
        memcpy(tail, in, len);
    }
}

/* Lays out the end of a message in last: its final size bytes, the bit 1, zeros up to the end of a
 * block, of which the last `field` bytes are for the length, zero so far. Returns the number of
 * blocks, size / 64 + 1 or + 2; last must hold them. */
static inline size_t og_pad(uint8_t *last, const uint8_t *tail, size_t size, size_t field) {
    const size_t blocks = (size + field) / 64 + 1, first = size / 64;
    /* whole blocks, of a size that the compiler knows: a call of memset costs more than it clears */
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
