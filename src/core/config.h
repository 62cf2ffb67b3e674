/* SPDX-License-Identifier: MIT */
/* What the OLDGUARD_* variables say. */
#ifndef OG_CORE_CONFIG_H
#define OG_CORE_CONFIG_H

#include "core/registry.h"

typedef struct og_config {
    uint32_t hidden;                      /* OLDGUARD_CPU: features to do without */
    og_policy policy;                     /* OLDGUARD_POLICY */
    const og_kernel *forced[OG_OP_COUNT]; /* OLDGUARD_KERNEL, or NULL */
    char error[320];                      /* "" or the first thing that is wrong */
} og_config;

/* Reads the environment into config. In a process with more rights than its caller, takes nothing from
 * it. Looks names up, and leaves it to the caller whether a kernel can run. Opens no file. */
void og_config_read(og_config *config);

#endif
