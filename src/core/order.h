/* SPDX-License-Identifier: MIT */
/* The order in which the kernels of an operation are tried, and the size classes that follow from it. */
#ifndef OG_CORE_ORDER_H
#define OG_CORE_ORDER_H

#include <stdatomic.h>

#include "core/registry.h"
#include "core/settings.h"

/* The most lines of one operation in a text of og_set_order. */
#define OG_TUNED_LINES 48
/* The most lines of one operation: those of the program, those of the defaults, and one for each kernel that
 * neither names. dev/tools/descriptions.py allows 64 of the latter two. */
#define OG_ORDER_LINES (OG_TUNED_LINES + 64)
/* The most size classes of one operation. */
#define OG_SIZE_CLASSES 8

/* A line of the order that a program has set. Each word changes by itself. A thread that reads during a
 * change sees a mixture of two orders, which costs only speed. */
typedef struct og_tuned {
    _Atomic(size_t) from, to;          /* bytes */
    _Atomic(uint32_t) cost;            /* hundredths of a cycle per byte */
    _Atomic(uint32_t) lengths;         /* og_order.lengths */
    _Atomic(const og_kernel *) kernel; /* NULL: the end of the list */
} og_tuned;
/* The order that a program has set, best first per operation. og_set_order writes it and og_order_lines reads
 * it. */
extern og_tuned og_tuned_order[OG_OP_COUNT][OG_TUNED_LINES];

/* Writes the lines of an operation on a processor, best first, and returns their number. The order that the
 * program has set comes first, then the lines of the defaults for this processor, whose kernels the program's
 * order does not name, then the kernels that neither names. A kernel may have several lines. */
size_t og_order_lines(og_op op, const og_cpu_id *cpu, og_order lines[OG_ORDER_LINES]);

/* Returns 1 if one of n lines names a kernel. */
int og_order_has(const og_order *lines, size_t n, const og_kernel *kernel);

/* Removes the lines that are not for messages of a length and those whose kernels the settings do not allow.
 * Returns the number that is left. */
size_t og_order_allow(const og_settings *settings, og_length length, og_order *lines, size_t n);

/* Picks the size classes of an operation from n allowed lines, that of the largest sizes first, and returns
 * their number. At each size the first line serves that contains the size. The `from` and `to` of a class are
 * the least and the largest size that it serves. */
size_t og_order_classes(const og_order *lines, size_t n, og_order classes[OG_SIZE_CLASSES]);

#endif
