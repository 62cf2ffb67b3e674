/* SPDX-License-Identifier: MIT */
/* The catalogue's tables, written by tools/catalogue.py, and look-ups by name. */
#ifndef OG_CORE_REGISTRY_H
#define OG_CORE_REGISTRY_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "operations.h"

/* One row per kernel and operation, by operation, then stem. */
extern const og_kernel og_kernels[];
extern const size_t og_kernels_count;

/* A line of a measured order: which kernel, from which size on, at what cost. */
typedef struct og_order {
    og_op op;
    const og_kernel *kernel;
    size_t from;     /* bytes */
    double cpb;      /* cycles per byte where it was measured */
    const char *cpu; /* how the identity of the processors begins that it is for; NULL: of all */
} og_order;

/* The measured order that the project ships, from src/core/defaults.tune, best first per
 * operation; og_default_text is that file. */
extern const og_order og_default_orders[];
extern const size_t og_default_orders_count;
extern const char og_default_text[];

/* The order that a program has set, by row of og_kernels: og_set_order writes it, og_order_lines reads
 * it. Each word changes by itself: a thread that reads in the middle of a change sees a mixture of two
 * orders, in which every kernel is right. */
typedef struct og_tuned {
    _Atomic(size_t) rank;   /* the number of its line, from 1 on; 0: no line */
    _Atomic(size_t) from;   /* bytes */
    _Atomic(uint32_t) cost; /* hundredths of a cycle per byte */
} og_tuned;
extern og_tuned og_tuned_order[];

extern const char *const og_op_names[OG_OP_COUNT];

/* Replaces control characters in a message by '?', so that it stays one line on a terminal. */
void og_make_printable(char *text);

/* Look-ups of names of len bytes, not terminated; OG_OP_COUNT and NULL where there is none. */
og_op og_op_find(const char *name, size_t len);
const og_kernel *og_kernel_find_n(og_op op, const char *stem, size_t len);

#endif
