// SPDX-License-Identifier: MIT
// Time and core cycles. Include this file first, because it defines feature macros.
#ifndef OG_CLOCK_H
#define OG_CLOCK_H

#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif
#if defined(_MSC_VER)
#include <intrin.h>
#elif defined(__i386__) || defined(__x86_64__)
#include <x86intrin.h>
#endif
// A 32-bit compiler on a 64-bit system may lack the kernel's headers.
#if defined(__linux__)
#if __has_include(<asm/types.h>)
#define HAVE_PERF 1
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

static double seconds(void) {
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

// Returns core cycles if the system counts them, else the time stamp counter, whose rate is fixed.
#ifdef HAVE_PERF
static int counter = -1;
#endif

static const char *open_clock(void) {
#ifdef HAVE_PERF
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_CPU_CYCLES;
    wanted.exclude_kernel = 1;
    counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
    if (counter >= 0) return "core cycles, perf_event_open";
#endif
#if defined(__aarch64__)
    return "ticks of the system counter, not core cycles";
#else
    return "TSC ticks, not core cycles";
#endif
}

static uint64_t clock_now(void) {
#ifdef HAVE_PERF
    uint64_t value;
    if (counter >= 0 && read(counter, &value, sizeof value) == sizeof value) return value;
#endif
#if defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return __rdtsc();
#endif
}

#endif
