/* SPDX-License-Identifier: MIT */
/* The catalogue: tables that tools/catalogue.py writes, and look-ups by name. */
#ifndef OG_CORE_REGISTRY_H
#define OG_CORE_REGISTRY_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "operations.h"

/* One entry per kernel and operation, sorted by operation, then by stem. */
extern const og_kernel og_kernels[];
extern const size_t og_kernels_count;

/* A line of a measured order. */
typedef struct og_order {
    og_op op;
    const og_kernel *kernel;
    size_t from;     /* bytes */
    double cpb;      /* cycles per byte; 0: not measured */
    const char *cpu; /* only for processors whose identity starts with this; NULL: for all */
} og_order;

/* The default order: the lines of src/core/defaults.tune, best first per operation. og_default_text is the
 * text of that file. */
extern const og_order og_default_orders[];
extern const size_t og_default_orders_count;
extern const char og_default_text[];

/* The order that a program has set, one element per entry of og_kernels. og_set_order writes it and
 * og_order_lines reads it. Each word changes by itself. A thread that reads during a change sees a mixture
 * of two orders, which costs only speed. */
typedef struct og_tuned {
    _Atomic(size_t) rank;   /* the number of the line, from 1 on; 0: no line */
    _Atomic(size_t) from;   /* bytes */
    _Atomic(uint32_t) cost; /* hundredths of a cycle per byte */
} og_tuned;
extern og_tuned og_tuned_order[];

extern const char *const og_op_names[OG_OP_COUNT];

/* Replaces control characters in a message by '?', which keeps it on one line of a terminal. */
void og_make_printable(char *text);

/* Return the operation or kernel of a name of len bytes, not terminated; OG_OP_COUNT or NULL if none. */
og_op og_op_find(const char *name, size_t len);
const og_kernel *og_kernel_find_n(og_op op, const char *stem, size_t len);

#endif
