/* SPDX-License-Identifier: MIT */
/* core/tail64.h keeps the contract that tail.h has in its place. */
#include "tail_contract.h"

#include "core/tail64.h"

static size_t held, k;
static uint8_t before[64];

/* Any unfinished block, and any byte of it. */
static void start(uint8_t tail[64]) {
    held = nondet_size();
    k = nondet_size();
    ASSUME(held < 64);
    for (size_t i = 0; i < 64; i++) {
        ASSUME(i < held || tail[i] == 0);
        before[i] = tail[i];
    }
}

void prove_tail_pad_in_place(void) {
    uint8_t tail[128];
    start(tail);
    const uint64_t count = nondet_u64();
    const size_t total = padded_size(held);
    ASSUME(k < total);
    CLAIM(og_tail_pad_in_place(tail, held, count) == total / 64, "the number of blocks");
    CLAIM(tail[k] == (k < held ? before[k] : padding(k, held, total, count)), "every byte");
    if (total == 64) {
        REACHED("one block");
    } else {
        REACHED("two blocks");
    }
}
