/* SPDX-License-Identifier: MIT */
/* Detects the CPU features that kernels need. */
#ifndef OG_CORE_CPU_H
#define OG_CORE_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "cpu_features.h"

enum {
#define OG_CPU_INDEX(id, name) OG_CPU_INDEX_##id,
    OG_CPU_FEATURES(OG_CPU_INDEX)
#undef OG_CPU_INDEX
        OG_CPU_FEATURE_COUNT
};

enum {
#define OG_CPU_BIT(id, name) OG_CPU_##id = 1 << OG_CPU_INDEX_##id,
    OG_CPU_FEATURES(OG_CPU_BIT)
#undef OG_CPU_BIT
};

/* Returns the features of this CPU whose registers the operating system saves. Runs CPUID at each call. */
uint32_t og_cpu_detect(void);

/* Returns 1 if the identity of this CPU (og_cpu_identity) starts with the text. */
int og_cpu_is(const char *beginning);

/* Returns the bit of a feature by its name (len bytes, not terminated), or 0. */
uint32_t og_cpu_bit(const char *name, size_t len);

/* For each feature the bits of the other features that every processor with it has. tools/catalogue.py
 * writes the table from asmgen/isa/core.py. */
extern const uint32_t og_cpu_implied[OG_CPU_FEATURE_COUNT];

/* Returns the bit of a feature together with the bits of all features that imply it. */
uint32_t og_cpu_with_dependents(uint32_t bit);

/* Returns the name of a feature by its index, or NULL past the end. */
const char *og_cpu_name(unsigned index);

#endif
