/* SPDX-License-Identifier: MIT */
/* Sources: Arm ARM, MIDR_EL1; the Linux kernel's documentation, arm64/cpu-feature-registers.rst (the emulated
 * read of the register) and ABI/stable/sysfs-devices-system-cpu (its files); part numbers from the kernel's
 * arch/arm64/include/asm/cputype.h. */
#include "core/midr.h"

enum { ARM = 0x41, AMPERE = 0xc0, FUJITSU = 0x46, CAVIUM = 0x43, MICROSOFT = 0x6d };

static unsigned implementer(uint32_t midr) { return midr >> 24; }
static unsigned part(uint32_t midr) { return midr >> 4 & 0xfff; }

og_cpu_id og_midr_identity(uint32_t midr) {
    if (midr == 0) {
        return (og_cpu_id){"unknown", 0, 0, 0};
    }
    const unsigned variant = midr >> 20 & 15, revision = midr & 15;
    return (og_cpu_id){"midr", implementer(midr), part(midr), variant << 4 | revision};
}

int og_midr_may_be_combined(uint32_t midr) {
    /* Neoverse N1, V1, N2, V2, V3AE, V3, N3 */
    static const uint16_t neoverse[] = {0xd0c, 0xd40, 0xd49, 0xd4f, 0xd83, 0xd84, 0xd8e};
    switch (implementer(midr)) {
    case AMPERE:
    case CAVIUM:
    case FUJITSU:
    case MICROSOFT:
        return 0;
    case ARM:
        for (size_t i = 0; i < sizeof neoverse / sizeof neoverse[0]; i++) {
            if (part(midr) == neoverse[i]) {
                return 0;
            }
        }
        return 1;
    default:
        return 1;
    }
}

uint32_t og_midr_of_system(const og_midr_core *cores, size_t n) {
    og_midr_core found = {0, 0};
    for (size_t i = 0; i < n; i++) {
        if (cores[i].midr != 0 && (found.midr == 0 || cores[i].capacity > found.capacity)) {
            found = cores[i];
        }
    }
    return found.midr;
}

#if defined(__aarch64__)

#if defined(__linux__) || defined(__FreeBSD__)
#include <sys/auxv.h>

int og_arm_hwcap(unsigned bit) {
#if defined(__linux__)
    return getauxval(AT_HWCAP) >> bit & 1;
#else
    unsigned long features = 0;
    return elf_aux_info(AT_HWCAP, &features, sizeof features) == 0 && (features >> bit & 1);
#endif
}

/* Returns the register of the core on which the thread runs, or 0. The system executes the instruction only
 * if it reports HWCAP_CPUID. Without that bit the process would be killed. */
static uint32_t midr_of_this_core(void) {
    enum { HWCAP_CPUID_BIT = 11 };
    uint64_t midr = 0;
    if (og_arm_hwcap(HWCAP_CPUID_BIT)) {
        __asm__ volatile("mrs %0, midr_el1" : "=r"(midr));
    }
    return (uint32_t)midr;
}
#else
int og_arm_hwcap(unsigned bit) {
    (void)bit;
    return 0;
}
#endif

#if defined(__linux__)
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The most cores that are looked at. No system with more of them combines cores of several kinds. */
enum { MOST_CORES = 32 };

/* Returns the number in a file of a core, or 0. */
static uint64_t number_in_file(unsigned core, const char *name, int base) {
    char text[64];
    snprintf(text, sizeof text, "/sys/devices/system/cpu/cpu%u/%s", core, name);
    const int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size > 0 ? size : 0] = '\0';
    return strtoull(text, NULL, base);
}

static uint32_t midr_of_all_cores(void) {
    og_midr_core cores[MOST_CORES];
    for (unsigned i = 0; i < MOST_CORES; i++) {
        cores[i].midr = (uint32_t)number_in_file(i, "regs/identification/midr_el1", 16);
        cores[i].capacity = cores[i].midr != 0 ? (uint32_t)number_in_file(i, "cpu_capacity", 10) : 0;
    }
    return og_midr_of_system(cores, MOST_CORES);
}

/* Finds the identity once, so that it does not depend on the core of a later call. Threads that arrive
 * together find the same one. */
og_cpu_id og_arm_identify(void) {
    static _Atomic(uint64_t) known; /* 1 above the register */
    uint64_t found = atomic_load_explicit(&known, memory_order_relaxed);
    if (found == 0) {
        uint32_t midr = midr_of_this_core();
        if (midr == 0 || og_midr_may_be_combined(midr)) {
            const uint32_t all = midr_of_all_cores();
            midr = all != 0 ? all : midr;
        }
        found = UINT64_C(1) << 32 | midr;
        atomic_store_explicit(&known, found, memory_order_relaxed);
    }
    return og_midr_identity((uint32_t)found);
}

#elif defined(__FreeBSD__)

og_cpu_id og_arm_identify(void) { return og_midr_identity(midr_of_this_core()); }

#elif defined(__APPLE__)
#include <sys/sysctl.h>

/* Returns a number that the system gives under a name, or 0. */
static uint32_t number_of_system(const char *name) {
    uint32_t number = 0;
    size_t size = sizeof number;
    return sysctlbyname(name, &number, &size, NULL, 0) == 0 ? number : 0;
}

og_cpu_id og_arm_identify(void) {
    return (og_cpu_id){"cpufamily", number_of_system("hw.cpufamily"), number_of_system("hw.cpusubfamily"), 0};
}

#else

og_cpu_id og_arm_identify(void) { return og_midr_identity(0); }

#endif
#endif
