/* SPDX-License-Identifier: MIT */
/* Ranges of memory that nobody reads: only their addresses count. */
#ifndef OG_PROOF_RANGES_H
#define OG_PROOF_RANGES_H

#include "proof.h"

static void *nondet_address(void) { return (void *)nondet_size(); }

/* Returns 1 if a range ends within the address space. */
static int is_range(const void *p, size_t size) { return size <= UINTPTR_MAX - (uintptr_t)p; }

/* Returns 1 if the higher of two starts, or any lower address, is in both ranges. */
static int share_a_byte(const void *a, size_t a_size, const void *b, size_t b_size) {
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x > y ? x - y < b_size && a_size > 0 : y - x < a_size && b_size > 0;
}

#endif
