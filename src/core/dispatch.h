/* SPDX-License-Identifier: MIT */
/* The choice of a kernel per operation and size, as the API sees it. */
#ifndef OG_CORE_DISPATCH_H
#define OG_CORE_DISPATCH_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "core/ops.h"

/* Size classes that one operation may have. */
#define OG_CLASSES 4

/* A kernel and the size from which it serves. Both are read without a lock: a reader that meets a
 * change half made still gets a kernel that is right at every size. */
typedef struct og_class {
    _Atomic(const og_kernel *) kernel; /* NULL: no class here */
    _Atomic(size_t) from;              /* bytes */
} og_class;

/* Per operation, the class for the largest sizes first. */
extern og_class og_classes[OG_OP_COUNT][OG_CLASSES];

/* The slow way: resolves the operation if need be and walks its classes. */
const og_kernel *og_dispatch_slow(og_op op, size_t size);

/* The kernel for an operation on size bytes, or NULL: og_dispatch_status says why. */
static inline const og_kernel *og_dispatch_kernel(og_op op, size_t size) {
    const og_kernel *kernel = atomic_load_explicit(&og_classes[op][0].kernel, memory_order_acquire);
    if (__builtin_expect(kernel != NULL, 1) &&
        size >= atomic_load_explicit(&og_classes[op][0].from, memory_order_relaxed)) {
        return kernel;
    }
    return og_dispatch_slow(op, size);
}

/* The same as a function, to cast to the operation's type. */
static inline og_fn og_dispatch(og_op op, size_t size) {
    const og_kernel *kernel = og_dispatch_kernel(op, size);
    return kernel != NULL ? kernel->fn : NULL;
}

/* Why og_dispatch gave NULL: OG_ERR_CONFIG or OG_ERR_NO_KERNEL. */
int og_dispatch_status(og_op op);

/* 1 when somebody asked for the kernel of this operation by name. */
int og_dispatch_forced(og_op op);

#endif
