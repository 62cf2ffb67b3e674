// SPDX-License-Identifier: MIT
#include "reference_loops.hpp"

namespace og::bench {

#if defined(__x86_64__) || defined(__i386__)

// The loops are written in assembly, so that no compiler flag, including -O0, changes what is measured. The
// decrement and the jump take issue slots but do not lengthen a chain.
#define OG_4(x) x x x x
#define OG_16(x) OG_4(OG_4(x))
#define OG_64(x) OG_4(OG_16(x))

void chain_of_adds(std::size_t groups) {
    std::size_t a = 1, b = 3;
    __asm__ volatile("1:\n\t" OG_64("add %[b], %[a]\n\t") "dec %[n]\n\t"
                                                          "jnz 1b"
                     : [a] "+r"(a), [n] "+r"(groups)
                     : [b] "r"(b)
                     : "cc");
}

void chain_of_multiplications(std::size_t groups) {
    std::size_t a = 1, b = 3;
    __asm__ volatile("1:\n\t" OG_64("imul %[b], %[a]\n\t") "dec %[n]\n\t"
                                                           "jnz 1b"
                     : [a] "+r"(a), [n] "+r"(groups)
                     : [b] "r"(b)
                     : "cc");
}

void independent_adds(std::size_t groups) {
    std::size_t a = 1, b = 2, c = 3, d = 4;
    __asm__ volatile("1:\n\t" OG_16("add %[a], %[a]\n\t"
                                    "add %[b], %[b]\n\t"
                                    "add %[c], %[c]\n\t"
                                    "add %[d], %[d]\n\t") "dec %[n]\n\t"
                                                          "jnz 1b"
                     : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d), [n] "+r"(groups)
                     :
                     : "cc");
}

std::uint64_t time_stamp_counter() {
    std::uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return static_cast<std::uint64_t>(high) << 32 | low;
}

#undef OG_64
#undef OG_16
#undef OG_4

#else

// Hides a value from the optimiser, which then cannot shorten or replace the chain.
#define OG_HIDE(x) __asm__ volatile("" : "+r"(x))

void chain_of_adds(std::size_t groups) {
    std::size_t a = 1, b = 3;
    OG_HIDE(b);
    for (; groups; groups--)
        for (std::size_t i = 0; i < group_size; i++) {
            a += b;
            OG_HIDE(a);
        }
}

void chain_of_multiplications(std::size_t groups) {
    std::size_t a = 1, b = 3;
    OG_HIDE(b);
    for (; groups; groups--)
        for (std::size_t i = 0; i < group_size; i++) {
            a *= b;
            OG_HIDE(a);
        }
}

void independent_adds(std::size_t groups) {
    std::size_t a = 1, b = 2, c = 3, d = 4;
    for (; groups; groups--)
        for (std::size_t i = 0; i < group_size; i += 4) {
            a += a;
            OG_HIDE(a);
            b += b;
            OG_HIDE(b);
            c += c;
            OG_HIDE(c);
            d += d;
            OG_HIDE(d);
        }
}

std::uint64_t time_stamp_counter() { return 0; }

#undef OG_HIDE

#endif

}  // namespace og::bench
