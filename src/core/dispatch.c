/* SPDX-License-Identifier: MIT */
/* Chooses kernels: the first kernels of the order that the CPU, the environment and the policy allow.
 *
 * There is no lock. A thread that finds no choice makes one on its stack, uses it, and publishes it with a
 * compare-and-swap. Threads that arrive together make the same choice. Each change of the settings has a
 * number and belongs to one operation. It writes a mark with that number to every class of the operation. A
 * thread reads the mark and then the settings. Its choice replaces that mark only. A choice made from old
 * settings finds a newer mark and is dropped.
 *
 * The size is published beside the kernel, not with it. It may be out of date for a moment. This costs only
 * speed, because every kernel is correct at every size. */
#include "core/dispatch.h"

#include <stdio.h>
#include <string.h>

#include "core/cpu.h"
#include "core/measure.h"
#include "core/settings.h"
#include "core/upper_halves.h"

_Static_assert(ATOMIC_POINTER_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LONG_LOCK_FREE == 2,
               "the choice of kernels needs lock-free atomic words");
_Static_assert(OG_SIZE_CLASSES == 8, "one CLASS for each below");

#define CLASS {1, SIZE_MAX}
#define CLASSES {CLASS, CLASS, CLASS, CLASS, CLASS, CLASS, CLASS, CLASS}
og_size_class og_size_classes[OG_OP_COUNT][OG_LENGTHS][OG_SIZE_CLASSES] = {
#define UNCHOSEN(id, identifier, name, type) {CLASSES, CLASSES},
    OG_OPS(UNCHOSEN)
#undef UNCHOSEN
};
#undef CLASSES
#undef CLASS

/* The number of changes so far. Change n writes the mark 2 n + 1 to the classes of its operation. */
static _Atomic(uintptr_t) changes;

#if defined(__SSE2__) && !defined(__AVX__)
atomic_uchar og_upper_halves;

/* Lets og_clear_upper_halves work where the CPU has AVX. */
static void know_upper_halves(const og_settings *settings) {
    const int avx = (settings->detected & ~settings->hidden & OG_CPU_AVX) != 0;
    atomic_store_explicit(&og_upper_halves, (unsigned char)avx, memory_order_relaxed);
}
#else
static void know_upper_halves(const og_settings *settings) { (void)settings; }
#endif

void og_dispatch_renew(og_op op) {
    const uintptr_t mark = 2 * (atomic_fetch_add(&changes, 1) + 1) + 1;
    for (size_t i = 0; i < OG_LENGTHS * OG_SIZE_CLASSES; i++) {
        atomic_store(&og_size_classes[op][i / OG_SIZE_CLASSES][i % OG_SIZE_CLASSES].kernel, mark);
    }
}

void og_dispatch_renew_all(void) {
    for (unsigned op = 0; op < OG_OP_COUNT; op++) {
        og_dispatch_renew((og_op)op);
    }
}

/* Returns the identity by which the lines of the defaults are chosen. */
static og_cpu_id identify(const og_settings *settings) {
    const og_cpu_id unknown = {"unknown", 0, 0, 0};
    return settings->measure == OG_MEASURE_ALWAYS ? unknown : og_cpu_identify();
}

/* Returns 1 if a kernel of these lines can run. Without one, one by one is no choice. */
static int has_kernel(const og_settings *settings, const og_order *lines, size_t n) {
    size_t i = 0;
    while (i < n &&
           (lines[i].kernel == &og_one_by_one || !og_settings_allow(settings, lines[i].kernel, NULL, 0))) {
        i++;
    }
    return i < n;
}

/* Picks the classes of an operation on messages of a length, and returns their number. Uses lines as working
 * space. */
static size_t pick(const og_settings *settings, og_op op, og_length length, og_order lines[OG_ORDER_LINES],
                   og_order picked[OG_SIZE_CLASSES]) {
    if (settings->wrong) {
        return 0;
    }
    const og_kernel *forced = og_settings_forced(op, NULL);
    if (forced != NULL) {
        picked[0] = (og_order){op, forced, 0, SIZE_MAX, OG_ANY_LENGTH, 0, NULL};
        return og_order_allow(settings, length, picked, 1);
    }
    const og_cpu_id cpu = identify(settings);
    const size_t all = og_order_lines(op, &cpu, lines);
    if (og_order_has(lines, all, &og_one_by_one) && !has_kernel(settings, lines, all)) {
        return 0;
    }
    const size_t n = og_order_allow(settings, length, lines, all);
    const size_t classes = og_order_classes(lines, n, picked);
    return og_measure_decides(settings, op, &cpu) ? og_measure_classes(op, length, lines, n, picked, classes)
                                                  : classes;
}

/* Chooses an operation's classes for a length of messages, publishes those that are still marked, and returns
 * their number. */
static size_t choose(og_op op, og_length length, og_order picked[OG_SIZE_CLASSES]) {
    uintptr_t marks[OG_SIZE_CLASSES];
    for (size_t i = 0; i < OG_SIZE_CLASSES; i++) {
        marks[i] = atomic_load(&og_size_classes[op][length][i].kernel); /* before the settings */
    }
    og_order lines[OG_ORDER_LINES];
    const og_settings settings = og_settings_now();
    know_upper_halves(&settings);
    const size_t classes = pick(&settings, op, length, lines, picked);
    for (size_t i = 0; i < OG_SIZE_CLASSES; i++) {
        if (marks[i] & 1) {
            og_size_class *class = &og_size_classes[op][length][i];
            const uintptr_t kernel = i < classes ? (uintptr_t)picked[i].kernel : 0;
            const size_t from = i < classes ? picked[i].from : SIZE_MAX;
            const size_t before = atomic_exchange(&class->from, from);
            if (!atomic_compare_exchange_strong(&class->kernel, &marks[i], kernel) && before != from) {
                og_dispatch_renew(op); /* the size is from before the last change */
            }
        }
    }
    return classes;
}

const og_kernel *og_dispatch_slow(og_op op, og_length length, size_t size) {
    const og_kernel *last = NULL;
    for (size_t i = 0; i < OG_SIZE_CLASSES; i++) {
        const og_size_class *class = &og_size_classes[op][length][i];
        const uintptr_t kernel = atomic_load_explicit(&class->kernel, memory_order_acquire);
        if (kernel & 1) {
            og_order picked[OG_SIZE_CLASSES];
            const size_t classes = choose(op, length, picked);
            size_t c = 0;
            while (c + 1 < classes && size < picked[c].from) {
                c++;
            }
            return classes > 0 ? picked[c].kernel : NULL;
        }
        if (kernel == 0) {
            break;
        }
        last = (const og_kernel *)kernel;
        if (size >= atomic_load_explicit(&class->from, memory_order_relaxed)) {
            break;
        }
    }
    return last;
}

int og_dispatch_forced(og_op op) { return og_settings_forced(op, NULL) != NULL; }

int og_dispatch_status(void) { return og_settings_now().wrong ? OG_ERR_CONFIG : OG_ERR_NO_KERNEL; }

/* Returns the operation of a name, or OG_OP_COUNT. */
static og_op find(const char *op) { return op == NULL ? OG_OP_COUNT : og_op_find(op, strlen(op)); }

const og_kernel *og_kernel_for(const char *op, size_t size, int *status) {
    const og_op id = find(op);
    const og_kernel *kernel = id == OG_OP_COUNT ? NULL : og_dispatch_kernel(id, size);
    if (kernel == &og_one_by_one) {
        kernel = NULL;
    }
    if (status != NULL) {
        *status = kernel != NULL ? OG_OK : id == OG_OP_COUNT ? OG_ERR_UNKNOWN : og_dispatch_status();
    }
    return kernel;
}

int og_force_kernel(const char *op, const char *stem) {
    const og_op id = find(op);
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
    const og_settings settings = og_settings_now();
    if (settings.wrong) {
        return OG_ERR_CONFIG;
    }
    if (kernel != NULL && !og_settings_allow(&settings, kernel, NULL, 0)) {
        return OG_ERR_UNUSABLE;
    }
    og_settings_force(id, kernel);
    og_dispatch_renew(id);
    return OG_OK;
}

int og_set_policy(og_policy policy) {
    if ((unsigned)policy > OG_POLICY_CONSTANT_TIME) {
        return OG_ERR_ARGUMENT;
    }
    og_settings_set_policy(policy);
    og_dispatch_renew_all();
    return OG_OK;
}

/* Writes the cost of a line, and whose it is. */
static void write_cost(char *text, size_t size, const og_order *line) {
    if (line->cpb > 0) {
        const og_cpu_class *cpu = line->cpu;
        const int named = cpu != NULL && cpu->models[0].vendor != NULL;
        if (cpu == &og_measured_here) {
            snprintf(text, size, "%s: %.2f ticks/byte", cpu->source, line->cpb);
        } else {
            snprintf(text, size, "%.2f cycles/byte%s%s, %s", line->cpb, named ? " on " : "",
                     named ? cpu->name : "", cpu != NULL ? cpu->source : "the program's order");
        }
    } else {
        snprintf(text, size, "not measured");
    }
}

/* Writes the verdict on a line, and why its kernel is or is not taken. taken: the lengths of messages for
 * which it is. */
static void explain_line(const og_settings *settings, og_kernel_choice *verdict, const og_order *line,
                         unsigned taken) {
    char cost[136];
    int by_program;
    *verdict = (og_kernel_choice){
        .kernel = line->kernel, .taken = taken != 0, .from = taken ? line->from : 0, .lengths = taken};
    if (!og_settings_allow(settings, line->kernel, verdict->reason, sizeof verdict->reason)) {
        return;
    }
    if (settings->wrong) {
        snprintf(verdict->reason, sizeof verdict->reason, "an OLDGUARD_* variable is wrong");
    } else if (og_settings_forced(line->op, &by_program) != NULL) {
        snprintf(verdict->reason, sizeof verdict->reason, "%s %s",
                 taken ? "forced" : "another kernel is forced",
                 by_program ? "by the program" : "by OLDGUARD_KERNEL");
    } else {
        write_cost(cost, sizeof cost, line);
        snprintf(verdict->reason, sizeof verdict->reason, "%s: %s",
                 taken ? "first in the order" : "a better one is taken", cost);
    }
}

/* Returns 1 if two lists of classes have the same kernels from the same sizes on. */
static int same_classes(const og_order *a, size_t n, const og_order *b, size_t m) {
    for (size_t i = 0; n == m && i < n; i++) {
        if (a[i].kernel != b[i].kernel || a[i].from != b[i].from) {
            return 0;
        }
    }
    return n == m;
}

size_t og_explain(const char *op, og_kernel_choice *rows, size_t max) {
    const og_op id = find(op);
    if (id == OG_OP_COUNT) {
        return 0;
    }
    og_order lines[OG_ORDER_LINES];
    og_order picked[OG_LENGTHS * OG_SIZE_CLASSES]; /* those of long messages, then those of short ones */
    const og_settings settings = og_settings_now();
    const og_cpu_id cpu = identify(&settings);
    const size_t for_long = pick(&settings, id, OG_LONG, lines, picked);
    const size_t for_short = pick(&settings, id, OG_SHORT, lines, picked + for_long);
    const int same = same_classes(picked, for_long, picked + for_long, for_short);
    const size_t classes = same ? for_long : for_long + for_short;
    size_t row = 0;
    for (; row < classes; row++) {
        if (row < max && rows != NULL) {
            explain_line(&settings, &rows[row], &picked[row],
                         same             ? OG_MESSAGES_LONG | OG_MESSAGES_SHORT
                         : row < for_long ? OG_MESSAGES_LONG
                                          : OG_MESSAGES_SHORT);
        }
    }
    const size_t n = og_order_lines(id, &cpu, lines);
    const int here = og_measure_decides(&settings, id, &cpu);
    for (size_t i = 0; i < n; i++) {
        if (here) {
            og_measure_note(&lines[i]);
        }
        if (og_order_has(picked, classes, lines[i].kernel) || og_order_has(lines, i, lines[i].kernel) ||
            (classes == 0 && lines[i].kernel == &og_one_by_one)) {
            continue;
        }
        if (row < max && rows != NULL) {
            explain_line(&settings, &rows[row], &lines[i], 0);
        }
        row++;
    }
    return row;
}
