/* SPDX-License-Identifier: MIT */
/* CPU feature detection: CPUID and XGETBV on x86, the auxiliary vector on Arm Linux. */
#include "core/cpu.h"

#include <oldguard/kernels.h>
#include <stdio.h>
#include <string.h>

static const char *const names[OG_CPU_FEATURE_COUNT] = {
#define NAME(id, name) name,
    OG_CPU_FEATURES(NAME)
#undef NAME
};

const char *og_cpu_name(unsigned index) { return index < OG_CPU_FEATURE_COUNT ? names[index] : NULL; }

int og_cpu_is(const og_cpu_id *cpu, const og_cpu_class *class) {
    for (size_t i = 0; i < OG_CPU_CLASS_MODELS && class->models[i].vendor != NULL; i++) {
        const og_cpu_models *models = &class->models[i];
        if (strcmp(cpu->vendor, models->vendor) == 0 &&
            (models->family == 0 ||
             (cpu->family == models->family && cpu->model >= models->first && cpu->model <= models->last))) {
            return 1;
        }
    }
    return 0;
}

void og_cpu_identity(char name[OG_CPU_IDENTITY_SIZE]) {
    const og_cpu_id cpu = og_cpu_identify();
    if (cpu.family == 0) {
        snprintf(name, OG_CPU_IDENTITY_SIZE, "%s", cpu.vendor);
    } else {
        snprintf(name, OG_CPU_IDENTITY_SIZE, "%s-%u-%u-%u", cpu.vendor, cpu.family, cpu.model, cpu.stepping);
    }
}

static const og_cpu_id unknown = {"unknown", 0, 0, 0};

uint32_t og_cpu_bit(const char *name, size_t len) {
    for (unsigned i = 0; i < OG_CPU_FEATURE_COUNT; i++) {
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

uint32_t og_cpu_with_dependents(uint32_t bit) {
    uint32_t all = bit;
    for (unsigned i = 0; i < OG_CPU_FEATURE_COUNT; i++) {
        if (og_cpu_implied[i] & bit) {
            all |= UINT32_C(1) << i;
        }
    }
    return all;
}

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

/* Returns XCR0: the register files that the operating system saves. Valid only if CPUID reports OSXSAVE. */
static uint64_t xcr0(void) {
    uint32_t low;
    uint32_t high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

og_cpu_id og_cpu_identify(void) {
    unsigned eax;
    unsigned maker[3];
    unsigned unused;
    og_cpu_id cpu = {"", 0, 0, 0};
    if (!__get_cpuid(0, &eax, &maker[0], &maker[2], &maker[1])) {
        return unknown;
    }
    memcpy(cpu.vendor, maker, 12);
    __get_cpuid(1, &eax, &unused, &unused, &unused);
    /* Intel SDM volume 2, CPUID: the extended fields are used for families 6 and 15 only. */
    const unsigned family = eax >> 8 & 15;
    cpu.model = (eax >> 4 & 15) + (family == 6 || family == 15 ? (eax >> 16 & 15) << 4 : 0);
    cpu.family = family + (family == 15 ? eax >> 20 & 255 : 0);
    cpu.stepping = eax & 15;
    return cpu;
}

uint32_t og_cpu_detect(void) {
    unsigned eax;
    unsigned ebx;
    unsigned ecx;
    unsigned edx;
    uint32_t found = 0;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        return 0;
    }
#define TAKE(condition, id) found |= (condition) ? (uint32_t)OG_CPU_##id : 0
    TAKE(edx >> 23 & 1, MMX);
    TAKE(edx >> 25 & 1, SSE);
    TAKE(edx >> 26 & 1, SSE2);
    TAKE(ecx >> 9 & 1, SSSE3);
    TAKE(ecx >> 19 & 1, SSE41);
    TAKE(ecx >> 22 & 1, MOVBE);
    const uint64_t saved = ecx >> 27 & 1 ? xcr0() : 0;
    const int ymm = (saved & 0x06) == 0x06; /* SSE and AVX state */
    const int zmm = (saved & 0xe6) == 0xe6; /* and opmask, ZMM_Hi256, Hi16_ZMM */
    TAKE(ymm && (ecx >> 28 & 1), AVX);
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        TAKE(ymm && (ebx >> 5 & 1), AVX2);
        TAKE(ebx >> 3 & 1, BMI1);
        TAKE(ebx >> 8 & 1, BMI2);
        TAKE(ebx >> 29 & 1, SHANI);
        TAKE(zmm && (ebx >> 16 & 1), AVX512F);
        TAKE(zmm && (ebx >> 30 & 1), AVX512BW);
        TAKE(zmm && (ebx >> 31 & 1), AVX512VL);
        TAKE(zmm && (ecx >> 1 & 1), AVX512VBMI);
        TAKE(ecx >> 8 & 1, GFNI);
    }
#undef TAKE
    return found;
}

#elif defined(__aarch64__)

#if defined(__linux__)
#include <sys/auxv.h>
#endif

uint32_t og_cpu_detect(void) {
    uint32_t found = OG_CPU_NEON; /* part of the AArch64 baseline */
#if defined(__linux__)
    found |= getauxval(AT_HWCAP) >> 5 & 1 ? (uint32_t)OG_CPU_ARMSHA1 : 0;
#endif
    return found;
}

#else

uint32_t og_cpu_detect(void) { return 0; }

#endif

#if !defined(__x86_64__) && !defined(__i386__)
og_cpu_id og_cpu_identify(void) { return unknown; }
#endif
