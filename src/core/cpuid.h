/* SPDX-License-Identifier: MIT */
/* Reads the features and the identity of an x86 processor from the leaves of CPUID. */
#ifndef OG_CORE_CPUID_H
#define OG_CORE_CPUID_H

#include "core/cpu.h"

/* The registers after CPUID. All are 0 for a leaf that the processor does not have. */
typedef struct og_cpuid_leaf {
    uint32_t eax, ebx, ecx, edx;
} og_cpuid_leaf;

/* The processor, or a record of its leaves. */
typedef struct og_cpuid {
    og_cpuid_leaf (*leaf)(const void *record, uint32_t leaf, uint32_t subleaf);
    uint64_t (*xcr0)(const void *record); /* is called only if leaf 1 reports OSXSAVE */
    const void *record;
} og_cpuid;

/* Returns the features whose registers the operating system saves. */
uint32_t og_cpuid_features(const og_cpuid *cpu);

/* Returns the identity, "unknown" if there is no leaf 0. */
og_cpu_id og_cpuid_identity(const og_cpuid *cpu);

#endif
