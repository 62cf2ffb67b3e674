/* SPDX-License-Identifier: MIT */
/* CPU feature detection: CPUID and XGETBV on x86, the operating system on Arm. */
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

void og_cpu_append_names(char *text, size_t size, uint32_t bits) {
    const char *separator = "";
    for (unsigned i = 0; i < OG_CPU_FEATURE_COUNT; i++) {
        const size_t used = strlen(text);
        if (bits >> i & 1) {
            snprintf(text + used, size - used, "%s%s", separator, names[i]);
            separator = ", ";
        }
    }
}

int og_cpu_is(const og_cpu_id *cpu, const og_cpu_class *class) {
    for (size_t i = 0; i < OG_CPU_CLASS_MODELS && class->models[i].vendor != NULL; i++) {
        const og_cpu_models *models = &class->models[i];
        if (strcmp(cpu->vendor, models->vendor) == 0 &&
            (models->family == 0 ||
             (cpu->family == models->family && cpu->model >= models->first && cpu->model <= models->last))) {
            return 1;
        }
    }
    return class->models[0].vendor == NULL;
}

void og_cpu_write_identity(const og_cpu_id *cpu, char name[OG_CPU_IDENTITY_SIZE]) {
    if (strcmp(cpu->vendor, "unknown") == 0) {
        snprintf(name, OG_CPU_IDENTITY_SIZE, "unknown");
    } else if (strlen(cpu->vendor) == sizeof cpu->vendor - 1) { /* CPUID: a full vendor string */
        snprintf(name, OG_CPU_IDENTITY_SIZE, "%s-%u-%u-%u", cpu->vendor, cpu->family, cpu->model,
                 cpu->stepping);
    } else { /* Arm writes these numbers in hexadecimal. */
        snprintf(name, OG_CPU_IDENTITY_SIZE, "%s-0x%x-0x%x-0x%x", cpu->vendor, cpu->family, cpu->model,
                 cpu->stepping);
    }
}

void og_cpu_identity(char name[OG_CPU_IDENTITY_SIZE]) {
    const og_cpu_id cpu = og_cpu_identify();
    og_cpu_write_identity(&cpu, name);
}

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

#include "core/cpuid.h"

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

static og_cpuid_leaf leaf_of_this_cpu(const void *record, uint32_t leaf, uint32_t subleaf) {
    og_cpuid_leaf found = {0, 0, 0, 0};
    (void)record;
    __get_cpuid_count(leaf, subleaf, &found.eax, &found.ebx, &found.ecx, &found.edx);
    return found;
}

/* Returns XCR0: the register files that the operating system saves. */
static uint64_t xcr0_of_this_cpu(const void *record) {
    uint32_t low;
    uint32_t high;
    (void)record;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
#ifdef __APPLE__
    /* macOS saves the AVX-512 registers of a thread after its first AVX-512 instruction, and XCR0 does not
     * have their bits before. */
    int avx512 = 0;
    size_t size = sizeof avx512;
    if (sysctlbyname("hw.optional.avx512f", &avx512, &size, NULL, 0) == 0 && avx512 == 1) {
        low |= 0xe0;
    }
#endif
    return (uint64_t)high << 32 | low;
}

static const og_cpuid this_cpu = {leaf_of_this_cpu, xcr0_of_this_cpu, NULL};

og_cpu_id og_cpu_identify(void) { return og_cpuid_identity(&this_cpu); }

uint32_t og_cpu_detect(void) { return og_cpuid_features(&this_cpu); }

#elif defined(__aarch64__)

#include "core/midr.h"

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

/* Returns 1 if the operating system reports the SHA-1 instructions. */
static int has_sha1(void) {
#ifdef __APPLE__
    int found = 0;
    size_t size = sizeof found;
    return sysctlbyname("hw.optional.arm.FEAT_SHA1", &found, &size, NULL, 0) == 0 && found == 1;
#else
    enum { HWCAP_SHA1_BIT = 5 };
    return og_arm_hwcap(HWCAP_SHA1_BIT);
#endif
}

og_cpu_id og_cpu_identify(void) { return og_arm_identify(); }

/* NEON is part of the AArch64 baseline. */
uint32_t og_cpu_detect(void) { return OG_CPU_NEON | (has_sha1() ? (uint32_t)OG_CPU_ARMSHA1 : 0); }

#else

og_cpu_id og_cpu_identify(void) {
    const og_cpu_id unknown = {"unknown", 0, 0, 0};
    return unknown;
}

uint32_t og_cpu_detect(void) { return 0; }

#endif
