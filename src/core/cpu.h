/* SPDX-License-Identifier: MIT */
/* Detects the CPU features that kernels need. */
#ifndef OG_CORE_CPU_H
#define OG_CORE_CPU_H

#include <oldguard/kernels.h>
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

/* Returns the features of this CPU whose registers the operating system saves. Runs CPUID at each call on
 * x86. */
uint32_t og_cpu_detect(void);

/* The identity of a processor (og_cpu_identity). */
typedef struct og_cpu_id {
    /* With its NUL: 12 letters of CPUID, "midr" or "cpufamily" (midr.h), or "unknown" with numbers of 0. */
    char vendor[13];
    unsigned family, model, stepping;
} og_cpu_id;

/* Consecutive models of a family of a vendor. */
typedef struct og_cpu_models {
    const char *vendor;
    unsigned family;      /* 0: every family and model of the vendor */
    unsigned first, last; /* models */
} og_cpu_models;

/* The most og_cpu_models of one class. dev/tools/descriptions.py refuses more. */
#define OG_CPU_CLASS_MODELS 16

/* Processors that share lines of the default order, under the name that src/core/defaults.tune gives them. */
typedef struct og_cpu_class {
    const char *name;
    const char *source;                        /* whose figures the lines have, with the date */
    int measured;                              /* 0: the lines are derived from those of other processors */
    og_cpu_models models[OG_CPU_CLASS_MODELS]; /* vendor NULL: the end of a shorter list; none: all */
} og_cpu_class;

/* Returns the identity of this CPU. Runs CPUID at each call on x86. */
og_cpu_id og_cpu_identify(void);

/* Writes an identity as one word, as og_cpu_identity does. */
void og_cpu_write_identity(const og_cpu_id *cpu, char name[OG_CPU_IDENTITY_SIZE]);

/* Returns 1 if a processor belongs to a class. */
int og_cpu_is(const og_cpu_id *cpu, const og_cpu_class *class);

/* Returns the bit of a feature by its name (len bytes, not terminated), or 0. */
uint32_t og_cpu_bit(const char *name, size_t len);

/* For each feature the bits of the other features that every processor with it has. dev/tools/catalogue.py
 * writes the table from asm/asmgen/isa/core.py. */
extern const uint32_t og_cpu_implied[OG_CPU_FEATURE_COUNT];

/* Returns the bit of a feature together with the bits of all features that imply it. */
uint32_t og_cpu_with_dependents(uint32_t bit);

/* Returns the name of a feature by its index, or NULL past the end. */
const char *og_cpu_name(unsigned index);

/* Appends the names of the features in bits, with commas between them, to a text in a buffer of size bytes.
 */
void og_cpu_append_names(char *text, size_t size, uint32_t bits);

#endif
