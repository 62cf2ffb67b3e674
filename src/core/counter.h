/* SPDX-License-Identifier: MIT */
/* A counter that runs at a constant rate, to compare the times of kernels. */
#ifndef OG_CORE_COUNTER_H
#define OG_CORE_COUNTER_H

#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Returns how often a call of some 1,000 cycles must be repeated for a figure, 0 without a counter. A process
 * may forbid the instruction to its threads (PR_SET_TSC). */
static inline uint32_t og_counter_rate(void) {
#ifdef __linux__
    int mode = PR_TSC_ENABLE;
    return prctl(PR_GET_TSC, &mode, 0, 0, 0) != 0 || mode == PR_TSC_ENABLE;
#else
    return 1;
#endif
}

static inline uint64_t og_counter(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

#elif defined(__aarch64__)

static inline uint32_t og_counter_rate(void) {
    enum { ENOUGH = 400000000, MOST = 16 }; /* Hz; repetitions */
    uint64_t rate;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    return rate == 0 ? 0 : rate >= ENOUGH ? 1 : ENOUGH / rate < MOST ? (uint32_t)(ENOUGH / rate) : MOST;
}

static inline uint64_t og_counter(void) {
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
}

/* Other processors have kernels in C alone, among which the default order chooses. */
#else

static inline uint32_t og_counter_rate(void) { return 0; }
static inline uint64_t og_counter(void) { return 0; }

#endif

#endif
