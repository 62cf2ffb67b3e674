/* SPDX-License-Identifier: MIT */
/* CPU features that kernels ask for, as bits. */
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

/* What this CPU and operating system have. Asks the CPU at each call. */
uint32_t og_cpu_detect(void);

/* 1 where this CPU's identity (og_cpu_identity) begins so. */
int og_cpu_is(const char *beginning);

/* The bit of a feature's name (len bytes, not terminated), or 0. */
uint32_t og_cpu_bit(const char *name, size_t len);

/* For each feature the bits of those that every processor with it has. tools/catalogue.py writes it,
 * from what the generator knows of them. */
extern const uint32_t og_cpu_implied[OG_CPU_FEATURE_COUNT];

/* A feature's bit with those of all features that build on it: no processor has these without it. */
uint32_t og_cpu_with_dependents(uint32_t bit);

/* The name of a feature by index. */
const char *og_cpu_name(unsigned index);

#endif
