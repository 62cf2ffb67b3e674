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
        memset(at, 0, 32);
    }
    memset(at, 0, size);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define OG_NO_CANARY __attribute__((no_stack_protector))
#endif
#endif
#ifndef OG_NO_CANARY
#define OG_NO_CANARY
#endif

/* Makes a function save a register, which takes the 8 bytes below its return address. GCC leaves up to 16
 * bytes free there otherwise, so that the stack stays aligned, and a function called before may have spilled
 * into them. */
#ifdef __x86_64__
#define OG_SAVE_REGISTER() __asm__ __volatile__("" : : : "rbx")
#else
#define OG_SAVE_REGISTER() ((void)0)
#endif

/* Defines a function that clears the stack below the caller's frame, where a function that has returned may
 * have left spilled registers. C gives no access to these. A function that spills does its work in a function
 * that is not inlined, and calls the other one afterwards. bytes: a multiple of 16. */
#define OG_BURN(name, bytes, wipe)                                          \
    __attribute__((noinline, unused)) OG_NO_CANARY static void name(void) { \
        unsigned char below[bytes];                                         \
        OG_SAVE_REGISTER();                                                 \
        wipe(below, sizeof below);                                          \
    }

OG_BURN(og_burn_leaf, 96, og_wipe_in_place)         /* an OG_LEAF */
OG_BURN(og_burn_small_stack, 512, og_wipe_in_place) /* frames without arrays */
OG_BURN(og_burn_stack, 1536, og_wipe)               /* C kernels without large arrays */
OG_BURN(og_burn_deep_stack, 8192, og_wipe)          /* C kernels with large arrays */
OG_BURN(og_burn_whole_stack, 12288, og_wipe)        /* lanes of DES */

/* Three ways to leave nothing of a secret on the stack, the cheapest first. The arrays of a function are
 * wiped by itself in each.
 *
 * 1. A function handles only addresses and sizes. What touches a secret is an OG_LEAF, or a kernel, which
 *    clears its own stack. The registers that these save for the caller hold no secret, so only the leaf's
 *    few spilled registers are left. The function calls og_burn_leaf after it. The stores count: a processor
 *    has room for some 60 that wait, and works ahead no further. With 512 bytes cleared by each call,
 *    og_sha1 of 16 bytes took 130 cycles and not 75 (Zen 4, 2026-11-27).
 * 2. A function has the arrays, an OG_BELOW works on them, and the first one clears what the other used.
 * 3. OG_CLEARED does that for a function of the API with small arrays.
 *
 * A leaf calls nothing, or memcpy and memset. */
#define OG_LEAF __attribute__((noinline, unused)) static
#define OG_BELOW __attribute__((noinline)) static

/* Defines a function of the API that returns a status, and clears the stack below it at the end. The body
 * that follows is a function of its own, which is not inlined: whatever a compiler spills there, and whatever
 * register a function that it calls saves, lies below the frame of the function with the name, which has only
 * the arguments and the status. `clear` is one of the functions above. */
#define OG_CLEARED(clear, name, parameters, arguments)           \
    __attribute__((noinline)) static int name##_body parameters; \
    int name parameters {                                        \
        const int status = name##_body arguments;                \
        clear();                                                 \
        return status;                                           \
    }                                                            \
    static int name##_body parameters

#endif
