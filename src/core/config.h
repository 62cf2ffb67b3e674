/* SPDX-License-Identifier: MIT */
/* Reads the OLDGUARD_* variables. */
#ifndef OG_CORE_CONFIG_H
#define OG_CORE_CONFIG_H

#include "core/registry.h"

/* Whether the library measures kernels at their first use. */
typedef enum og_measuring {
    OG_MEASURE_UNNAMED, /* on processors that no measured class names */
    OG_MEASURE_NEVER,   /* OLDGUARD_MEASURE=0 */
    OG_MEASURE_ALWAYS   /* OLDGUARD_MEASURE=1: as on a processor that no class names */
} og_measuring;

typedef struct og_config {
    uint32_t hidden;                      /* OLDGUARD_CPU: features to hide */
    og_policy policy;                     /* OLDGUARD_POLICY */
    og_measuring measure;                 /* OLDGUARD_MEASURE */
    const og_kernel *forced[OG_OP_COUNT]; /* OLDGUARD_KERNEL; NULL: not named */
    char error[320];                      /* the first error, or "" */
} og_config;

/* Reads the environment into config. Ignores it in a process that has more rights than its caller. Looks up
 * names, but does not check whether a kernel can run. Opens no file. */
void og_config_read(og_config *config);

#endif
