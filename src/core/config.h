/* SPDX-License-Identifier: MIT */
/* What the OLDGUARD_* variables say. */
#ifndef OG_CORE_CONFIG_H
#define OG_CORE_CONFIG_H

#include "core/registry.h"

/* Lines of an order file that are kept; there are fewer rows in the catalogue. */
#define OG_ORDER_MAX 512

typedef struct og_config {
    uint32_t hidden;                         /* OLDGUARD_CPU: features to do without */
    og_policy policy;                        /* OLDGUARD_POLICY */
    const og_kernel *forced[OG_OP_COUNT];    /* OLDGUARD_KERNEL, or NULL */
    og_order order[OG_ORDER_MAX];            /* OLDGUARD_TUNE */
    size_t orders;                           /* lines of it; 0: the defaults hold alone */
    char error[320];                         /* "" or the first thing that is wrong */
    char note[400];                          /* "" or why the file of OLDGUARD_TUNE is not followed */
} og_config;

/* Reads the environment into config; in a privileged process takes nothing from it. Names are looked
 * up, but whether a kernel can run is for the caller to see. */
void og_config_read(og_config *config);

#endif
