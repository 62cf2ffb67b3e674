/* SPDX-License-Identifier: MIT */
/* An arbitrary byte of all that a kernel of blocks gets, one call after the other. The input of a function is
 * never read: what takes this byte of it must take it from its place, and gets any value. So cbmc has no
 * array of unknown size to follow. */
#ifndef OG_PROOF_STREAM_H
#define OG_PROOF_STREAM_H

#include "proof.h"

static uint64_t at;  /* the byte, from the start of the unfinished block */
static uint64_t fed; /* bytes so far */
static uint8_t seen; /* the byte, if has_seen */
static int has_seen;
static const uint8_t *input;  /* of the function */
static uint64_t before_input; /* bytes of the stream */
static uint8_t value;         /* of the byte, if the input has it */

/* Returns the byte from a place in memory. */
static uint8_t take(const uint8_t *p) {
    if (!__CPROVER_same_object(p, input)) {
        return *p;
    }
    CLAIM(at >= before_input && p == input + (at - before_input), "the byte has its place in the input");
    return value;
}

static void saw(const uint8_t *blocks, uint64_t size) {
    if (at >= fed && at - fed < size) {
        seen = take(blocks + (at - fed));
        has_seen = 1;
    }
    fed += size;
}
#define SAW(blocks, size) saw(blocks, size)

static void start_stream(void) {
    fed = 0;
    has_seen = 0;
    at = nondet_u64();
    value = nondet_u8();
    input = NULL;
}

/* Starts a function whose input follows `before` bytes. Returns the input. */
static const uint8_t *any_input(uint64_t before, size_t size) {
    before_input = before;
    input = any_bytes(size);
    return input;
}

/* Copies memory of which no byte of the input but that one is read. */
static void *stream_copy(void *to, const void *from, size_t size) {
    uint8_t *t = to;
    const uint64_t watched = at - fed;
    if (!__CPROVER_same_object(from, input)) {
        return proof_copy(to, from, size);
    }
    CLAIM(__CPROVER_r_ok(from, size) && __CPROVER_w_ok(to, size), "the buffers of memcpy");
    const uint8_t byte = watched < size ? take((const uint8_t *)from + watched) : 0;
    for (size_t i = 0; i < size; i++) {
        t[i] = i == watched ? byte : nondet_u8();
    }
    return to;
}
#undef memcpy
#define memcpy(to, from, size) \
    (__builtin_constant_p(size) ? proof_copy_all(to, from, size) : stream_copy(to, from, size))

/* Defines the proof of the update of a hash, from any_context(). BYTES: the length of the message of ctx,
 * modulo a multiple of 64. COUNTED: what is true of the new length. REASON: what an error says of the size.
 */
#define PROVE_UPDATE(name, type, update, BYTES, COUNTED, REASON)                              \
    void name(void) {                                                                         \
        type ctx = any_context();                                                             \
        const type old = ctx;                                                                 \
        const uint64_t bytes = BYTES, held = bytes % 64;                                      \
        const size_t size = nondet_size(), k = nondet_size();                                 \
        const int status = update(&ctx, any_input(held, size), size);                         \
        const uint64_t all = held + size, whole = all - all % 64;                             \
        ASSUME(at < all);                                                                     \
        if (status != OG_OK) {                                                                \
            CLAIM(fed == 0 && (BYTES) == bytes && (at >= 64 || ctx.tail[at] == old.tail[at]), \
                  "unchanged after an error");                                                \
            CLAIM(REASON, "the reason");                                                      \
            REACHED("an error");                                                              \
            return;                                                                           \
        }                                                                                     \
        const uint8_t want = at < held ? old.tail[at] : value;                                \
        CLAIM(COUNTED, "the count");                                                          \
        CLAIM(fed == whole, "all whole blocks");                                              \
        if (at < whole) {                                                                     \
            CLAIM(has_seen &&seen == want, "a compressed byte");                              \
            REACHED("a compressed byte");                                                     \
        } else {                                                                              \
            CLAIM(!has_seen && ctx.tail[at - whole] == want, "a kept byte");                  \
            REACHED("a kept byte");                                                           \
        }                                                                                     \
        ASSUME(k < 64 && k >= (BYTES) % 64);                                                  \
        CLAIM(ctx.tail[k] == 0, "zeros after the unfinished block");                          \
    }

#endif
