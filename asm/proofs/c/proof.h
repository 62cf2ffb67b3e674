/* SPDX-License-Identifier: MIT */
/* What every proof uses: unknown values, assumptions and claims. A run also fails unless it reaches every
 * REACHED, so that no claim is true only because nothing gets to it. The functions of <string.h> are loops
 * here, which check their buffers and cost cbmc less than its own for a size that is unknown. */
#ifndef OG_PROOF_H
#define OG_PROOF_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t nondet_size(void);
uint64_t nondet_u64(void);
uint32_t nondet_u32(void);
uint8_t nondet_u8(void);
int nondet_int(void);

#define ASSUME(condition) __CPROVER_assume(condition)
#define CLAIM(condition, text) __CPROVER_assert(condition, text)
#ifdef PLANTED /* a fault may make a place unreachable: only the claims judge it */
#define REACHED(text) ((void)0)
#else
#define REACHED(text) __CPROVER_assert(0, "reached: " text)
#endif

/* The most bytes of an input: half of the addresses of a process. */
#define MOST ((size_t)1 << 47)

/* Returns an input of at most MOST bytes, of which nothing is known. */
static uint8_t *any_bytes(size_t size) {
    ASSUME(size <= MOST);
    uint8_t *bytes = malloc(size);
    ASSUME(bytes != NULL);
    return bytes;
}

/* Their claims are about whole buffers, so their loops need no check of each byte. */
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "pointer-overflow"
#pragma CPROVER check disable "pointer-primitive"
#pragma CPROVER check disable "bounds"

static void *proof_copy(void *to, const void *from, size_t size) {
    uint8_t *t = to;
    const uint8_t *f = from;
    CLAIM(__CPROVER_r_ok(from, size) && __CPROVER_w_ok(to, size), "the buffers of memcpy");
    for (size_t i = 0; i < size; i++) {
        t[i] = f[i];
    }
    return to;
}

static void *proof_set(void *to, int value, size_t size) {
    uint8_t *t = to;
    CLAIM(__CPROVER_w_ok(to, size), "the buffer of memset");
    for (size_t i = 0; i < size; i++) {
        t[i] = (uint8_t)value;
    }
    return to;
}

/* The same for a size that the compiler knows: an option that bounds the loop above leaves this one alone. */
static void *proof_copy_all(void *to, const void *from, size_t size) {
    uint8_t *t = to;
    const uint8_t *f = from;
    CLAIM(__CPROVER_r_ok(from, size) && __CPROVER_w_ok(to, size), "the buffers of memcpy");
    for (size_t i = 0; i < size; i++) {
        t[i] = f[i];
    }
    return to;
}

#pragma CPROVER check pop

/* Looks at no byte after the one that it finds (ISO C11, section 7.24.5.1). */
static void *proof_find(const void *in, int value, size_t size) {
    const uint8_t *at = in;
    for (size_t i = 0; i < size; i++) {
        if (at[i] == (uint8_t)value) {
            return (void *)(at + i);
        }
    }
    return NULL;
}

#define memcpy(to, from, size) \
    (__builtin_constant_p(size) ? proof_copy_all(to, from, size) : proof_copy(to, from, size))
#define memset proof_set
#define memchr proof_find

#endif
