/* SPDX-License-Identifier: MIT */
/* core/tail64.h keeps the contract that tail.h has in its place. */
#include "tail_contract.h"

/* A copy of 16, 8 or 4 bytes, without the loop of proof.h. */
#undef memcpy
#define COPY(type, to, from) ((void)(*(type *)(to) = *(const type *)(from)))
#define memcpy(to, from, size)                         \
    ((size) == 16  ? COPY(unsigned __int128, to, from) \
     : (size) == 8 ? COPY(uint64_t, to, from)          \
                   : COPY(uint32_t, to, from))
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

#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "pointer-overflow"
#pragma CPROVER check disable "pointer-primitive"
#pragma CPROVER check disable "bounds"

/* Fills an array with any bytes. */
static void fill(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = nondet_u8();
    }
}

/* What follows compares bytes of its own arrays, which needs no checks. Lengths are numbers: a shift by an
 * unknown number of bytes costs cbmc hours. A longer tail differs only in the place of its last 16 bytes:
 * og_tail_append does not look at those before. */
static void append_to_four(size_t least) {
    static uint8_t in[64], tail[64], first[16];
    fill(first, 16);
    fill(in, 64);
    for (size_t have = least; have < least + 4; have++) {
        for (size_t size = 0; size <= 64 - have; size++) {
            uint8_t wrong = 0;
            for (size_t i = 0; i < 64; i++) {
                tail[i] = i < have ? first[i] : 0;
            }
            og_tail_append(tail, have, in + 64 - size, size);
            for (size_t i = 0; i < 64; i++) {
                wrong |= tail[i] ^ (i < have ? first[i] : i < have + size ? in[64 - size + i - have] : 0);
            }
            CLAIM(wrong == 0, "every byte");
        }
    }
    REACHED("the end");
}

void prove_tail_append_0(void) { append_to_four(0); }
void prove_tail_append_4(void) { append_to_four(4); }
void prove_tail_append_8(void) { append_to_four(8); }
void prove_tail_append_12(void) { append_to_four(12); }

/* The same for the end of a message. */
void prove_tail_pad(void) {
    static uint8_t in[64], last[128];
    const uint64_t count = nondet_u64();
    fill(in, 64);
    for (size_t size = 0; size < 64; size++) {
        const uint8_t *from = in + 64 - size;
        const size_t total = padded_size(size);
        uint8_t wrong = 0;
        fill(last, 128);
        CLAIM(og_tail_pad(last, from, size, count) == total / 64, "the number of blocks");
        for (size_t i = 0; i < total; i++) {
            wrong |= last[i] ^ (i < size ? from[i] : padding(i, size, total, count));
        }
        CLAIM(wrong == 0, "every byte");
    }
    REACHED("the end");
}

#pragma CPROVER check pop
