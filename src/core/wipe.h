/* SPDX-License-Identifier: MIT */
/* Clears memory that held secrets. */
#ifndef OG_CORE_WIPE_H
#define OG_CORE_WIPE_H

#include <stddef.h>
#include <string.h>

/* Sets size bytes to zero. The compiler must not remove the stores as dead, because the empty assembly
 * claims to read the memory. If the compiler knows the size or a bound of it, it may emit rep stos, whose
 * start-up costs more than a call of memset. So the code hides all but small sizes from it. */
static inline void og_wipe(void *p, size_t size) {
    if (!__builtin_constant_p(size) || size > 32) {
        __asm__("" : "+r"(size));
    }
    memset(p, 0, size);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

/* Sets size bytes to zero by stores in place. For a constant size of some hundred bytes, where a call of
 * memset would take longer than the stores. */
__attribute__((always_inline)) static inline void og_wipe_in_place(void *p, size_t size) {
    unsigned char *at = p;
#pragma GCC unroll 16
    for (; size >= 32; size -= 32, at += 32) {
        og_wipe(at, 32);
    }
    og_wipe(at, size);
}

/* Clears 1 KiB of the stack below the caller's frame, where a function that has returned may have left
 * spilled registers. C gives no access to these. A kernel that spills does its work in a function that is
 * not inlined, and calls this afterwards. 1 KiB covers the frames of C kernels without large arrays. */
__attribute__((noinline, unused)) static void og_burn_stack(void) {
    unsigned char below[1024];
    og_wipe(below, sizeof below);
}

/* Clears 8 KiB, for C kernels with large arrays. */
__attribute__((noinline, unused)) static void og_burn_deep_stack(void) {
    unsigned char below[8192];
    og_wipe(below, sizeof below);
}

#endif
