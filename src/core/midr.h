/* SPDX-License-Identifier: MIT */
/* Identifies an AArch64 processor by its Main ID Register (MIDR_EL1), on macOS by hw.cpufamily. */
#ifndef OG_CORE_MIDR_H
#define OG_CORE_MIDR_H

#include "core/cpu.h"

/* A core of a system. */
typedef struct og_midr_core {
    uint32_t midr;     /* MIDR_EL1; 0: unknown */
    uint32_t capacity; /* the system's relative speed of the core; 0: unknown */
} og_midr_core;

/* Returns the identity of a core: vendor "midr", the implementer as the family, the part number as the model,
 * and variant and revision as the stepping (0x31 is r3p1). "unknown" for 0. */
og_cpu_id og_midr_identity(uint32_t midr);

/* Returns 1 if a system may combine this core with cores of other kinds. Cores of servers are never combined.
 */
int og_midr_may_be_combined(uint32_t midr);

/* Returns the MIDR of the core that represents a system of n cores: the first of those with the greatest
 * capacity, because long computations run there. 0 if no core is known. */
uint32_t og_midr_of_system(const og_midr_core *cores, size_t n);

#if defined(__aarch64__)
/* Returns 1 if the system (Linux, FreeBSD) reports the processor's feature of this bit of AT_HWCAP. */
int og_arm_hwcap(unsigned bit);

/* Returns the identity of this processor. The first call may read files of /sys on Linux. */
og_cpu_id og_arm_identify(void);
#endif

#endif
