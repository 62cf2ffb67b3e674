/* SPDX-License-Identifier: MIT */
/* An arbitrary byte of all that a kernel of blocks gets, one call after the other. */
#ifndef OG_PROOF_STREAM_H
#define OG_PROOF_STREAM_H

#include "proof.h"

static uint64_t at;  /* the byte, from the start of the unfinished block */
static uint64_t fed; /* bytes so far */
static uint8_t seen; /* the byte, if has_seen */
static int has_seen;

static void saw(const uint8_t *blocks, uint64_t size) {
    if (at >= fed && at - fed < size) {
        seen = blocks[at - fed];
        has_seen = 1;
    }
    fed += size;
}
#define SAW(blocks, size) saw(blocks, size)

static void start_stream(void) {
    fed = 0;
    has_seen = 0;
    at = nondet_u64();
}

#endif
