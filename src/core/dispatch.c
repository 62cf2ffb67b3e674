/* SPDX-License-Identifier: MIT */
/* Choosing kernels: the measured order, cut down by the CPU, the environment and the policy. */
#include "core/dispatch.h"

#include <stdio.h>
#include <string.h>

#include "core/config.h"
#include "core/cpu.h"
#include "core/registry.h"

og_class og_classes[OG_OP_COUNT][OG_CLASSES];

/* 0: not resolved yet, 1: resolved, negative: the status of a failed resolution. */
static _Atomic(int) resolved[OG_OP_COUNT];

/* Guards config and every write to og_classes. Held for microseconds, and for the reading of one
 * small file at the first use. */
static atomic_flag lock = ATOMIC_FLAG_INIT;

static og_config config;
static uint32_t detected;
static atomic_int configured;
/* Which forced kernels come from the program instead of OLDGUARD_KERNEL. */
static unsigned char forced_by_call[OG_OP_COUNT];

static void acquire(void) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
}

static void release(void) {
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

/* Appends the names of the features in bits to text. */
static void list_features(char *text, size_t size, uint32_t bits) {
    const char *separator = "";
    for (unsigned i = 0; i < OG_CPU_FEATURE_COUNT; i++) {
        const size_t used = strlen(text);
        if (bits >> i & 1) {
            snprintf(text + used, size - used, "%s%s", separator, og_cpu_name(i));
            separator = ", ";
        }
    }
}

/* The features that an isa text "avx2+bmi2" asks for. */
static uint32_t features_of(const char *isa) {
    uint32_t bits = 0;
    while (*isa != '\0') {
        const size_t len = strcspn(isa, "+");
        bits |= og_cpu_bit(isa, len);
        isa += len + (isa[len] == '+');
    }
    return bits;
}

/* Can the kernel run here? With the lock held and the configuration read. */
static int can_run(const og_kernel *kernel, char *why, size_t size) {
    if (kernel->fn == NULL) {
        snprintf(why, size, "code for %s-bit x86 that is not part of this build",
                 kernel->bits == 32 ? "32" : "64");
        return 0;
    }
    const uint32_t needed = features_of(kernel->isa);
    const uint32_t lacking = needed & ~detected;
    const uint32_t hidden = needed & config.hidden;
    if (lacking != 0 || hidden != 0) {
        char list[96] = "";
        list_features(list, sizeof list, lacking != 0 ? lacking : hidden);
        snprintf(why, size, "needs %s, which %s", list,
                 lacking != 0 ? "the CPU lacks" : "OLDGUARD_CPU hides");
        return 0;
    }
    return 1;
}

static int allowed(const og_kernel *kernel, char *why, size_t size) {
    if (!can_run(kernel, why, size)) {
        return 0;
    }
    if (config.policy == OG_POLICY_CONSTANT_TIME && !kernel->constant_time) {
        snprintf(why, size, "its addresses depend on the data: refused by the policy constant-time");
        return 0;
    }
    return 1;
}

/* Reads the environment once. With the lock held. */
static void configure(void) {
    if (atomic_load_explicit(&configured, memory_order_relaxed)) {
        return;
    }
    detected = og_cpu_detect();
    og_config_read(&config);
    for (unsigned op = 0; op < OG_OP_COUNT && config.error[0] == '\0'; op++) {
        char why[160];
        const og_kernel *kernel = config.forced[op];
        if (kernel != NULL && !allowed(kernel, why, sizeof why)) {
            snprintf(config.error, sizeof config.error, "OLDGUARD_KERNEL: %s=%s: %s", kernel->op,
                     kernel->stem, why);
        }
    }
    atomic_store_explicit(&configured, 1, memory_order_release);
}

/* The lines of preference for an operation, best first: the tuned order, then the defaults, then
 * what neither of them measured. Each kernel once. Returns how many. */
static size_t preference(og_op op, og_order *lines, size_t max) {
    size_t n = 0;
    for (size_t source = 0; source < 3; source++) {
        const size_t count = source == 0   ? config.orders
                             : source == 1 ? og_default_orders_count
                                           : og_kernels_count;
        for (size_t i = 0; i < count && n < max; i++) {
            og_order line;
            if (source == 2) {
                const og_kernel *kernel = &og_kernels[i];
                const int serves = strcmp(kernel->op, og_op_names[op]) == 0;
                line = (og_order){serves ? op : OG_OP_COUNT, kernel, kernel->min_size, 0, NULL};
            } else {
                line = source == 0 ? config.order[i] : og_default_orders[i];
            }
            int new = line.op == op && (line.cpu == NULL || og_cpu_is(line.cpu));
            for (size_t j = 0; j < n && new; j++) {
                new = lines[j].kernel != line.kernel;
            }
            if (new) {
                lines[n++] = line;
            }
        }
    }
    return n;
}

/* More kernels than one operation will ever have; a build with more is refused by the catalogue. */
#define LINES 64

/* Picks the classes of an operation from its lines: going down the order, each kernel that is
 * allowed and reaches lower than the ones before it. The last one serves down to size 0. */
static size_t pick(og_op op, const og_order *lines, size_t n, og_order picked[OG_CLASSES]) {
    size_t classes = 0;
    char why[160];
    if (config.error[0] != '\0') {
        return 0;
    }
    if (config.forced[op] != NULL) {
        picked[0] = (og_order){op, config.forced[op], 0, 0, NULL};
        return allowed(config.forced[op], why, sizeof why) ? 1 : 0;
    }
    for (size_t i = 0; i < n && classes < OG_CLASSES; i++) {
        if ((classes == 0 || lines[i].from < picked[classes - 1].from) &&
            allowed(lines[i].kernel, why, sizeof why)) {
            picked[classes++] = lines[i];
        }
    }
    if (classes > 0) {
        picked[classes - 1].from = 0;
    }
    return classes;
}

/* Fills og_classes[op]. With the lock held. */
static void resolve(og_op op) {
    og_order lines[LINES];
    og_order picked[OG_CLASSES];
    configure();
    const size_t n = preference(op, lines, LINES);
    const size_t classes = pick(op, lines, n, picked);
    for (size_t i = 0; i < OG_CLASSES; i++) {
        og_class *class = &og_classes[op][i];
        atomic_store_explicit(&class->from, i < classes ? picked[i].from : 0, memory_order_relaxed);
        atomic_store_explicit(&class->kernel, i < classes ? picked[i].kernel : NULL,
                              memory_order_release);
    }
    const int status = config.error[0] != '\0' ? OG_ERR_CONFIG : OG_ERR_NO_KERNEL;
    atomic_store_explicit(&resolved[op], classes > 0 ? 1 : status, memory_order_release);
}

static void ensure_resolved(og_op op) {
    if (atomic_load_explicit(&resolved[op], memory_order_acquire) == 0) {
        acquire();
        if (atomic_load_explicit(&resolved[op], memory_order_relaxed) == 0) {
            resolve(op);
        }
        release();
    }
}

const og_kernel *og_dispatch_slow(og_op op, size_t size) {
    const og_kernel *last = NULL;
    ensure_resolved(op);
    for (size_t i = 0; i < OG_CLASSES; i++) {
        const og_kernel *kernel =
            atomic_load_explicit(&og_classes[op][i].kernel, memory_order_acquire);
        if (kernel == NULL) {
            break;
        }
        last = kernel;
        if (size >= atomic_load_explicit(&og_classes[op][i].from, memory_order_relaxed)) {
            break;
        }
    }
    return last;
}

int og_dispatch_forced(og_op op) {
    acquire();
    configure();
    const int forced = config.forced[op] != NULL;
    release();
    return forced;
}

int og_dispatch_status(og_op op) {
    ensure_resolved(op);
    const int status = atomic_load_explicit(&resolved[op], memory_order_acquire);
    return status > 0 ? OG_OK : status;
}

const og_kernel *og_kernel_for(const char *op, size_t size, int *status) {
    const og_op id = op == NULL ? OG_OP_COUNT : og_op_find(op, strlen(op));
    const og_kernel *kernel = id == OG_OP_COUNT ? NULL : og_dispatch_kernel(id, size);
    if (status != NULL) {
        *status = kernel != NULL ? OG_OK : id == OG_OP_COUNT ? OG_ERR_UNKNOWN : og_dispatch_status(id);
    }
    return kernel;
}

int og_kernel_usable(const og_kernel *kernel, char *why, size_t size) {
    char reason[160] = "no kernel";
    acquire();
    configure();
    const int usable = kernel != NULL && can_run(kernel, reason, sizeof reason);
    release();
    if (!usable && why != NULL && size > 0) {
        snprintf(why, size, "%s", reason);
    }
    return usable;
}

int og_force_kernel(const char *op, const char *stem) {
    const og_op id = op == NULL ? OG_OP_COUNT : og_op_find(op, strlen(op));
    if (id == OG_OP_COUNT) {
        return OG_ERR_UNKNOWN;
    }
    const og_kernel *kernel = NULL;
    if (stem != NULL) {
        kernel = og_kernel_find_n(id, stem, strlen(stem));
        if (kernel == NULL) {
            return OG_ERR_UNKNOWN;
        }
    }
    char why[160];
    int status = OG_OK;
    acquire();
    configure();
    if (config.error[0] != '\0') {
        status = OG_ERR_CONFIG;
    } else if (kernel != NULL && !allowed(kernel, why, sizeof why)) {
        status = OG_ERR_UNUSABLE;
    } else {
        config.forced[id] = kernel;
        forced_by_call[id] = kernel != NULL;
        resolve(id);
    }
    release();
    return status;
}

int og_set_policy(og_policy policy) {
    if ((unsigned)policy > OG_POLICY_CONSTANT_TIME) {
        return OG_ERR_ARGUMENT;
    }
    acquire();
    configure();
    config.policy = policy;
    for (unsigned op = 0; op < OG_OP_COUNT; op++) {
        resolve((og_op)op);
    }
    release();
    return OG_OK;
}

static void ensure_configured(void) {
    if (!atomic_load_explicit(&configured, memory_order_acquire)) {
        acquire();
        configure();
        release();
    }
}

const char *og_config_error(void) {
    ensure_configured();
    return config.error[0] != '\0' ? config.error : NULL;
}

const char *og_config_note(void) {
    ensure_configured();
    return config.note[0] != '\0' ? config.note : NULL;
}

/* Why line i of an operation is or is not taken, where it is allowed. */
static void explain_line(og_verdict *verdict, og_op op, const og_order *line, int taken) {
    char cost[32] = "not measured";
    if (line->cpb > 0) {
        snprintf(cost, sizeof cost, "%.2f cycles/byte", line->cpb);
    }
    if (config.forced[op] != NULL) {
        const char *by = forced_by_call[op] ? "by the program" : "by OLDGUARD_KERNEL";
        snprintf(verdict->reason, sizeof verdict->reason, "%s %s",
                 taken ? "forced" : "another kernel is forced", by);
    } else {
        snprintf(verdict->reason, sizeof verdict->reason, "%s: %s",
                 taken ? "first in the measured order" : "a better one is taken", cost);
    }
}

size_t og_explain(const char *op, og_verdict *rows, size_t max) {
    const og_op id = op == NULL ? OG_OP_COUNT : og_op_find(op, strlen(op));
    if (id == OG_OP_COUNT) {
        return 0;
    }
    og_order lines[LINES];
    og_order picked[OG_CLASSES];
    acquire();
    configure();
    const size_t n = preference(id, lines, LINES);
    const size_t classes = pick(id, lines, n, picked);
    for (size_t i = 0; i < n && i < max && rows != NULL; i++) {
        og_verdict *verdict = &rows[i];
        *verdict = (og_verdict){.kernel = lines[i].kernel};
        for (size_t c = 0; c < classes; c++) {
            if (picked[c].kernel == lines[i].kernel) {
                verdict->taken = 1;
                verdict->from = picked[c].from;
            }
        }
        if (allowed(lines[i].kernel, verdict->reason, sizeof verdict->reason)) {
            explain_line(verdict, id, &lines[i], (int)verdict->taken);
        }
    }
    release();
    return n;
}

const char *og_cpu_feature_at(size_t index) {
    return index < OG_CPU_FEATURE_COUNT ? og_cpu_name((unsigned)index) : NULL;
}

int og_cpu_has(const char *feature) {
    const uint32_t bit = feature == NULL ? 0 : og_cpu_bit(feature, strlen(feature));
    if (bit == 0) {
        return OG_ERR_UNKNOWN;
    }
    acquire();
    configure();
    const uint32_t present = detected & ~config.hidden;
    release();
    return (present & bit) != 0;
}
