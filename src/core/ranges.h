/* SPDX-License-Identifier: MIT */
/* Checks of the memory ranges that callers pass. */
#ifndef OG_CORE_RANGES_H
#define OG_CORE_RANGES_H

#include <stddef.h>
#include <stdint.h>

/* Returns 1 if n elements of `size` bytes from p on do not exceed the address space. */
static inline int og_fits(const void *p, size_t n, size_t size) {
    return n <= (UINTPTR_MAX - (uintptr_t)p) / size;
}

/* Returns 1 if two ranges share a byte. Sizes are in bytes. Both ranges fit. */
static inline int og_overlap(const void *a, size_t a_size, const void *b, size_t b_size) {
    const uintptr_t from_a = (uintptr_t)a, from_b = (uintptr_t)b;
    return a_size > 0 && b_size > 0 && from_a < from_b + b_size && from_b < from_a + a_size;
}

#endif
