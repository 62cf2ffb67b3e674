/* SPDX-License-Identifier: MIT */
/* Kernel choice, length counter and padding of Whirlpool. */
#ifndef OG_WHIRLPOOL_MESSAGE_H
#define OG_WHIRLPOOL_MESSAGE_H

#include <oldguard/whirlpool.h>

#include "core/blocks64.h"
#include "core/bytes.h"
#include "core/dispatch.h"

/* Returns the kernel for messages of size bytes, or NULL; og_dispatch_status() has the reason. */
static inline og_whirlpool_blocks_fn *og_whirlpool_kernel(size_t size) {
    return (og_whirlpool_blocks_fn *)og_dispatch(OG_OP_WHIRLPOOL_BLOCKS, size);
}

/* Adds 8 * size to the 256-bit counter of message bits (ISO/IEC 10118-3, padding method of hash-function 7).
 * Returns 0 and leaves the counter unchanged on overflow. */
static inline int og_whirlpool_count(uint64_t bits[4], uint64_t size) {
    const uint64_t add[4] = {size << 3, size >> 61, 0, 0};
    uint64_t sum[4];
    uint64_t carry = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t partial = bits[i] + add[i];
        sum[i] = partial + carry;
        carry = (partial < add[i]) | (sum[i] < carry);
    }
    if (carry) {
        return 0;
    }
    memcpy(bits, sum, sizeof sum);
    return 1;
}

/* Writes the end of a message to last: its final size bytes from tail, the padding and the counter. last has
 * og_pad's room, 128 bytes for size < 64. Returns the number of blocks. */
static inline size_t og_whirlpool_pad(uint8_t *last, const uint8_t *tail, size_t size,
                                      const uint64_t bits[4]) {
    const size_t n = og_pad(last, tail, size, 32);
    for (unsigned i = 0; i < 4; i++) {
        og_store64be(last + 64 * n - 8 * (i + 1), bits[i]);
    }
    return n;
}

#endif
