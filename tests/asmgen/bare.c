// SPDX-License-Identifier: MIT
// A program without a C library, whose own start-up code might need more than the kernel: runs the
// kernel KERNEL on FIPS 180-4's "abc" and exits 0 if the digest is right, 1 if not.
#include <stddef.h>
#include <stdint.h>

void KERNEL(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);

static const uint8_t block[64] = {'a', 'b', 'c', 0x80, [63] = 24};

void bare_start(void)
{
    uint32_t cv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    KERNEL(cv, block, 1);
    long wrong = cv[0] != 0xa9993e36 || cv[1] != 0x4706816a || cv[2] != 0xba3e2571 ||
                 cv[3] != 0x7850c26c || cv[4] != 0x9cd0d89d;
#if defined(__x86_64__)
    __asm__ volatile("syscall" : : "a"(60L), "D"(wrong));
#else
    __asm__ volatile("int $0x80" : : "a"(1L), "b"(wrong));
#endif
    __builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\t"
#if defined(__x86_64__)
        "and $-16, %rsp\n\tcall bare_start");
#else
        "and $-16, %esp\n\tcall bare_start");
#endif
