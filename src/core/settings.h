/* SPDX-License-Identifier: MIT */
/* What is asked for: by the OLDGUARD_* variables, and by the program, which comes first. */
#ifndef OG_CORE_SETTINGS_H
#define OG_CORE_SETTINGS_H

#include <oldguard/kernels.h>

#include "operations.h"

typedef struct og_settings {
    uint32_t detected; /* CPU features that are there */
    uint32_t hidden;   /* CPU features to do without */
    og_policy policy;
    int wrong; /* 1: a variable is wrong, and nothing is to run */
} og_settings;

/* Returns the settings in force. The first call reads the environment. No call waits for another. */
og_settings og_settings_now(void);

/* Returns the kernel that is forced for an operation, or NULL; by_program, where not NULL, gets 1 where
 * the program did it and not OLDGUARD_KERNEL. */
const og_kernel *og_settings_forced(og_op op, int *by_program);

/* Stores what the program asks for. NULL: what OLDGUARD_KERNEL says. */
void og_settings_force(og_op op, const og_kernel *kernel);
void og_settings_set_policy(og_policy policy);

/* Returns 1 where a kernel can run under the settings, and 1 where it may be chosen as well. Otherwise
 * why gets the reason. */
int og_settings_can_run(const og_settings *settings, const og_kernel *kernel, char *why, size_t size);
int og_settings_allow(const og_settings *settings, const og_kernel *kernel, char *why, size_t size);

#endif
