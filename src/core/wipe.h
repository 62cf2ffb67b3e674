/* SPDX-License-Identifier: MIT */
/* Clearing of memory that held secrets. */
#ifndef OG_CORE_WIPE_H
#define OG_CORE_WIPE_H

#include <stddef.h>
#include <string.h>

/* Sets size bytes to zero in a way that the compiler may not leave out as a dead store: the empty
 * assembly claims to read the memory. Where the compiler knows a size or a bound of it, it may take
 * rep stos, which costs more than a call to begin: all but small sizes are hidden from it. */
static inline void og_wipe(void *p, size_t size) {
    if (!__builtin_constant_p(size) || size > 32) {
        __asm__("" : "+r"(size));
    }
    memset(p, 0, size);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

/* Clears the stack below the caller's frame, where a function that has returned may have left spilled
 * registers: C gives no hold on those. So a kernel that spills has its work done by a function that is
 * not inlined. Enough for the frames of the C kernels that have no large arrays. */
__attribute__((noinline, unused)) static void og_burn_stack(void) {
    unsigned char below[1024];
    og_wipe(below, sizeof below);
}

/* Clears more of it: for the kernels that have large arrays. */
__attribute__((noinline, unused)) static void og_burn_deep_stack(void) {
    unsigned char below[8192];
    og_wipe(below, sizeof below);
}

#endif
