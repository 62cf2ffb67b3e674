/* SPDX-License-Identifier: MIT */
/* Holds the settings without a lock. A thread that is cancelled, forked away from or never scheduled again
 * blocks no other thread.
 *
 * The environment is the same for every thread. Threads that arrive together all read it, and all store the
 * same values. The settings of the program are stored in separate words. */
#include "core/settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "core/config.h"
#include "core/cpu.h"
#include "core/registry.h"

static struct {
    atomic_int known; /* 1: the other members are stored */
    atomic_int wrong;
    _Atomic(uint32_t) detected, hidden;
    atomic_int policy, measure;
    _Atomic(const og_kernel *) forced[OG_OP_COUNT];
} environment;

static struct {
    atomic_int policy; /* 0: not set; otherwise the policy plus 1 */
    _Atomic(const og_kernel *) forced[OG_OP_COUNT];
} program;

/* Returns the bits of the features in a text such as "avx2+bmi2". */
static uint32_t features_of(const char *isa) {
    uint32_t bits = 0;
    while (*isa != '\0') {
        const size_t len = strcspn(isa, "+");
        bits |= og_cpu_bit(isa, len);
        isa += len + (isa[len] == '+');
    }
    return bits;
}

/* Returns the processor of an assembly kernel, by the second word of its name. */
static const char *processor_of(const og_kernel *kernel) {
    const char *second = strchr(kernel->stem, '_');
    if (second != NULL && strncmp(second, "_a64_", 5) == 0) {
        return "64-bit Arm";
    }
    return kernel->bits == 32 ? "32-bit x86" : "64-bit x86";
}

int og_settings_can_run(const og_settings *settings, const og_kernel *kernel, char *why, size_t size) {
    if (kernel == &og_one_by_one) {
        return 1;
    }
    if (kernel->fn == NULL) {
        snprintf(why, size, "code for %s that is not part of this build", processor_of(kernel));
        return 0;
    }
    const uint32_t needed = features_of(kernel->isa);
    const uint32_t lacking = needed & ~settings->detected;
    const uint32_t hidden = needed & settings->hidden;
    if (lacking == 0 && hidden == 0) {
        return 1;
    }
    if (size > 0) {
        char list[96] = "";
        og_cpu_append_names(list, sizeof list, lacking != 0 ? lacking : hidden);
        snprintf(why, size, "needs %s, which %s", list,
                 lacking != 0 ? "the CPU lacks" : "OLDGUARD_CPU hides");
    }
    return 0;
}

int og_settings_allow(const og_settings *settings, const og_kernel *kernel, char *why, size_t size) {
    if (!og_settings_can_run(settings, kernel, why, size)) {
        return 0;
    }
    if (settings->policy == OG_POLICY_CONSTANT_TIME && !kernel->constant_time) {
        snprintf(why, size, "its addresses depend on the data: refused by the policy constant-time");
        return 0;
    }
    return 1;
}

/* Reads the environment, and checks that the kernels it names may run. */
static void read_environment(og_config *config, uint32_t detected) {
    og_config_read(config);
    const og_settings settings = {.detected = detected, .hidden = config->hidden, .policy = config->policy};
    for (unsigned op = 0; op < OG_OP_COUNT && config->error[0] == '\0'; op++) {
        char why[160];
        const og_kernel *kernel = config->forced[op];
        if (kernel != NULL && !og_settings_allow(&settings, kernel, why, sizeof why)) {
            snprintf(config->error, sizeof config->error, "OLDGUARD_KERNEL: %s=%s: %s", kernel->op,
                     kernel->stem, why);
        }
    }
}

/* Reads the environment at the first call. */
static void know_environment(void) {
    if (atomic_load_explicit(&environment.known, memory_order_acquire)) {
        return;
    }
    og_config config;
    const uint32_t detected = og_cpu_detect();
    read_environment(&config, detected);
    atomic_store(&environment.detected, detected);
    atomic_store(&environment.hidden, config.hidden);
    atomic_store(&environment.policy, (int)config.policy);
    atomic_store(&environment.measure, (int)config.measure);
    atomic_store(&environment.wrong, config.error[0] != '\0');
    for (unsigned op = 0; op < OG_OP_COUNT; op++) {
        atomic_store(&environment.forced[op], config.forced[op]);
    }
    atomic_store_explicit(&environment.known, 1, memory_order_release);
}

og_settings og_settings_now(void) {
    know_environment();
    const int policy = atomic_load(&program.policy);
    return (og_settings){
        .detected = atomic_load(&environment.detected),
        .hidden = atomic_load(&environment.hidden),
        .policy = (og_policy)(policy != 0 ? policy - 1 : atomic_load(&environment.policy)),
        .measure = (og_measuring)atomic_load(&environment.measure),
        .wrong = atomic_load(&environment.wrong),
    };
}

const og_kernel *og_settings_forced(og_op op, int *by_program) {
    know_environment();
    const og_kernel *kernel = atomic_load(&program.forced[op]);
    if (by_program != NULL) {
        *by_program = kernel != NULL;
    }
    return kernel != NULL ? kernel : atomic_load(&environment.forced[op]);
}

void og_settings_force(og_op op, const og_kernel *kernel) { atomic_store(&program.forced[op], kernel); }

void og_settings_set_policy(og_policy policy) { atomic_store(&program.policy, (int)policy + 1); }

int og_config_error(char *text, size_t size) {
    if (!og_settings_now().wrong) {
        return OG_OK;
    }
    og_config config;
    read_environment(&config, atomic_load(&environment.detected));
    if (text != NULL && size > 0) {
        snprintf(text, size, "%s",
                 config.error[0] != '\0' ? config.error
                                         : "an OLDGUARD_* variable was wrong at the first use");
    }
    return OG_ERR_CONFIG;
}

int og_kernel_usable(const og_kernel *kernel, char *why, size_t why_size) {
    char reason[160] = "no kernel";
    const og_settings settings = og_settings_now();
    const int usable = kernel != NULL && og_settings_can_run(&settings, kernel, reason, sizeof reason);
    if (!usable && why != NULL && why_size > 0) {
        snprintf(why, why_size, "%s", reason);
    }
    return usable;
}

const char *og_cpu_feature_at(size_t index) {
    return index < OG_CPU_FEATURE_COUNT ? og_cpu_name((unsigned)index) : NULL;
}

int og_cpu_has(const char *feature) {
    const uint32_t bit = feature == NULL ? 0 : og_cpu_bit(feature, strlen(feature));
    if (bit == 0) {
        return OG_ERR_UNKNOWN;
    }
    const og_settings settings = og_settings_now();
    return (settings.detected & ~settings.hidden & bit) != 0;
}
