/* SPDX-License-Identifier: MIT */
/* The upper halves of the vector registers, which a caller may leave in use.
 *
 * As long as one is in use, each SSE instruction that writes a register also waits for the register's old
 * value. The C functions around a kernel are SSE code unless they are compiled for AVX. og_sha1 of 64 bytes
 * took 450 cycles more then (Granite Rapids). */
#ifndef OG_CORE_UPPER_HALVES_H
#define OG_CORE_UPPER_HALVES_H

#if defined(__SSE2__) && !defined(__AVX__)

#include <stdatomic.h>

/* 1 if the CPU has AVX, OLDGUARD_CPU does not hide it and a kernel has been chosen. */
extern atomic_uchar og_upper_halves;

/* Sets the upper halves to zero. Does nothing before the first choice of a kernel. The calling conventions
 * allow every function to change them. */
static inline void og_clear_upper_halves(void) {
    if (atomic_load_explicit(&og_upper_halves, memory_order_relaxed)) {
        __asm__ volatile("vzeroupper");
    }
}

#else

static inline void og_clear_upper_halves(void) {}

#endif
#endif
