/* SPDX-License-Identifier: MIT */
/* Clearing of memory that held secrets. */
#ifndef OG_CORE_WIPE_H
#define OG_CORE_WIPE_H

#include <stddef.h>
#include <string.h>

/* Sets size bytes to zero in a way that the compiler may not leave out as a dead store: the empty
 * assembly claims to read the memory. */
static inline void og_wipe(void *p, size_t size) {
    memset(p, 0, size);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

#endif
