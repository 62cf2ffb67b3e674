/* SPDX-License-Identifier: MIT */
/* CPU features that kernels ask for, as bits. */
#ifndef OG_CORE_CPU_H
#define OG_CORE_CPU_H

#include <stddef.h>
#include <stdint.h>

/* X(enumerator, name): the names are those of kernel descriptions and of OLDGUARD_CPU. A feature
 * counts only where the operating system keeps its registers. tools/catalogue.py reads this list. */
#define OG_CPU_FEATURES(X)      \
    X(MMX, "mmx")               \
    X(SSE, "sse")               \
    X(SSE2, "sse2")             \
    X(SSSE3, "ssse3")           \
    X(SSE41, "sse41")           \
    X(MOVBE, "movbe")           \
    X(AVX, "avx")               \
    X(AVX2, "avx2")             \
    X(BMI1, "bmi1")             \
    X(BMI2, "bmi2")             \
    X(SHANI, "shani")           \
    X(AVX512F, "avx512f")       \
    X(AVX512BW, "avx512bw")     \
    X(AVX512VL, "avx512vl")     \
    X(AVX512VBMI, "avx512vbmi") \
    X(GFNI, "gfni")             \
    X(NEON, "neon")             \
    X(ARM_SHA1, "armsha1")

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
