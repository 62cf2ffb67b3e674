/* SPDX-License-Identifier: MIT */
/* The catalogue: tables that dev/tools/catalogue.py writes, and look-ups by name. */
#ifndef OG_CORE_REGISTRY_H
#define OG_CORE_REGISTRY_H

#include <oldguard/kernels.h>

#include "core/cpu.h"
#include "operations.h"

/* One entry per kernel and operation, sorted by operation, then by stem. */
extern const og_kernel og_kernels[];
extern const size_t og_kernels_count;

/* Stands for a kernel of an operation with lanes: each message by itself. It is not in og_kernels, has no
 * function, and has more lanes than any caller takes. */
extern const og_kernel og_one_by_one;

/* Returns 1 if kernels of the operation take several messages at once. */
int og_op_has_lanes(og_op op);

/* The messages of an operation on many, by the longest of them (og_many_length_class of core/many.h). Other
 * operations count as long. */
typedef enum og_length { OG_LONG, OG_SHORT, OG_LENGTHS } og_length;
enum { OG_ANY_LENGTH = 1 << OG_LONG | 1 << OG_SHORT };

/* Returns 1 if an operation distinguishes short messages from long ones. */
int og_op_has_lengths(og_op op);

/* A line of a measured order: a kernel and a range of sizes. */
typedef struct og_order {
    og_op op;
    const og_kernel *kernel;
    size_t from, to;         /* the least and the largest size in bytes; to SIZE_MAX: no upper limit */
    unsigned lengths;        /* bit 1 << l: for messages of length l */
    double cpb;              /* cycles per byte; 0: not measured */
    const og_cpu_class *cpu; /* the class of processors, of a line of the defaults; otherwise NULL */
} og_order;

/* The default order: the lines of src/core/defaults.tune, best first per operation. og_default_text is the
 * text of that file. */
extern const og_order og_default_orders[];
extern const size_t og_default_orders_count;
extern const char og_default_text[];

/* The classes of processors that lines of the default order name. */
extern const og_cpu_class og_cpu_classes[];
extern const size_t og_cpu_classes_count;

extern const char *const og_op_names[OG_OP_COUNT];

/* Replaces control characters in a message by '?', which keeps it on one line of a terminal. */
void og_make_printable(char *text);

/* Return the operation or kernel of a name of len bytes, not terminated; OG_OP_COUNT or NULL if none. The
 * kernel may be og_one_by_one. */
og_op og_op_find(const char *name, size_t len);
const og_kernel *og_kernel_find_n(og_op op, const char *stem, size_t len);

#endif
