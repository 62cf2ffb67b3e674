// SPDX-License-Identifier: MIT
// The way in and out of a Linux program without a C library: it defines bare_start.
#ifndef OG_BARE_H
#define OG_BARE_H

__attribute__((noreturn)) static inline void leave(long status) {
#if defined(__x86_64__)
    __asm__ volatile("syscall" : : "a"(60L), "D"(status));
#elif defined(__aarch64__)
    register long number __asm__("x8") = 93, first __asm__("x0") = status;
    __asm__ volatile("svc 0" : : "r"(number), "r"(first));
#else
    __asm__ volatile("int $0x80" : : "a"(1L), "b"(status));
#endif
    __builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\t"
#if defined(__x86_64__)
        "and $-16, %rsp\n\tcall bare_start");
#elif defined(__aarch64__)
        "bl bare_start");
#else
        "and $-16, %esp\n\tcall bare_start");
#endif

#endif
