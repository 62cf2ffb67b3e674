/* SPDX-License-Identifier: MIT */
/* The contract of core/tail64.h in place of that file, for the proofs of its callers. tail.c proves that all
 * but og_tail_join keep the contract. Each function writes the byte `at` of the stream as the contract says,
 * and any other values in place of the rest: less is assumed than is proved, and cbmc has one byte to follow.
 */
#ifndef OG_CORE_TAIL64_H
#define OG_CORE_TAIL64_H

#include "stream.h"
#include "tail_contract.h"

static inline void og_tail_append(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    const uint64_t watched = at - fed;
    append_requires(tail, held, in, size);
    const uint8_t byte = watched >= held && watched - held < size ? take(in + (watched - held)) : 0;
    for (size_t k = 0; k < 64; k++) {
        if (k >= held && k - held < size) {
            tail[k] = k == watched ? byte : nondet_u8();
        }
    }
}

static inline size_t og_tail_pad_in_place(uint8_t *tail, size_t held, uint64_t count) {
    const size_t total = padded_size(held);
    const uint64_t watched = at - fed;
    pad_in_place_requires(tail, held);
    for (size_t k = 0; k < 128; k++) {
        if (k >= held && k < total) {
            tail[k] = k == watched ? padding(k, held, total, count) : nondet_u8();
        }
    }
    return total / 64;
}

static inline size_t og_tail_pad(uint8_t last[128], const uint8_t *in, size_t size, uint64_t count) {
    const size_t total = padded_size(size);
    const uint64_t watched = at - fed;
    pad_requires(last, in, size);
    const uint8_t byte = watched < size ? take(in + watched) : padding(watched, size, total, count);
    for (size_t k = 0; k < 128; k++) {
        if (k < total) {
            last[k] = k == watched ? byte : nondet_u8();
        }
    }
    return total / 64;
}

static inline void og_tail_join(uint8_t *all, const uint8_t *head, size_t head_size, const uint8_t *data,
                                size_t size, uint64_t count) {
    const uint64_t message = head_size + size, total = (message + 8) / 64 * 64 + 64, watched = at - fed;
    join_requires(all, head, head_size, data, size);
    __CPROVER_havoc_slice(all, total);
    if (watched < total) {
        all[watched] = watched < head_size ? take(head + watched)
                       : watched < message ? take(data + (watched - head_size))
                                           : padding(watched, message, total, count);
    }
}

#endif
