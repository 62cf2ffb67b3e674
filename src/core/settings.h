/* SPDX-License-Identifier: MIT */
/* The settings from the OLDGUARD_* variables and from the program. The program takes precedence. */
#ifndef OG_CORE_SETTINGS_H
#define OG_CORE_SETTINGS_H

#include <oldguard/kernels.h>

#include "core/config.h"
#include "operations.h"

typedef struct og_settings {
    uint32_t detected; /* CPU features of this machine */
    uint32_t hidden;   /* CPU features that OLDGUARD_CPU takes away */
    og_policy policy;
    og_measuring measure;
    int wrong; /* 1: a variable is wrong, and no kernel may run */
} og_settings;

/* Returns the settings in force. The first call reads the environment. Never blocks. */
og_settings og_settings_now(void);

/* Returns the kernel that is forced for an operation, or NULL. Sets *by_program, if not NULL, to 1 if the
 * program forced it, and to 0 otherwise. */
const og_kernel *og_settings_forced(og_op op, int *by_program);

/* Store the choice of the program. A kernel of NULL restores that of OLDGUARD_KERNEL. */
void og_settings_force(og_op op, const og_kernel *kernel);
void og_settings_set_policy(og_policy policy);

/* can_run: returns 1 if the build, the CPU and OLDGUARD_CPU let a kernel run. allow: returns 1 if the policy
 * permits it as well. Otherwise both return 0 and write the reason to why, cut to size bytes, of which 0 are
 * none. */
int og_settings_can_run(const og_settings *settings, const og_kernel *kernel, char *why, size_t size);
int og_settings_allow(const og_settings *settings, const og_kernel *kernel, char *why, size_t size);

#endif
