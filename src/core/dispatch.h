/* SPDX-License-Identifier: MIT */
/* The choice of a kernel per operation and size, as the API sees it. */
#ifndef OG_CORE_DISPATCH_H
#define OG_CORE_DISPATCH_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "operations.h"

/* Size classes that one operation may have. */
#define OG_SIZE_CLASSES 4

/* A kernel and the size from which it serves. */
typedef struct og_size_class {
    /* The address of a row of og_kernels; 0: no class here; odd: not chosen yet. */
    _Atomic(uintptr_t) kernel;
    _Atomic(size_t) from; /* bytes; SIZE_MAX where there is no kernel */
} og_size_class;

/* Per operation, the class for the largest sizes first. */
extern og_size_class og_size_classes[OG_OP_COUNT][OG_SIZE_CLASSES];

/* Returns the kernel the slow way: chooses the operation's classes if need be and walks them. Waits for
 * nobody. */
const og_kernel *og_dispatch_slow(og_op op, size_t size);

/* Returns the kernel for an operation on size bytes, or NULL: og_dispatch_status says why. */
static inline const og_kernel *og_dispatch_kernel(og_op op, size_t size) {
    const uintptr_t kernel = atomic_load_explicit(&og_size_classes[op][0].kernel, memory_order_acquire);
    if (__builtin_expect((kernel & 1) == 0, 1) &&
        size >= atomic_load_explicit(&og_size_classes[op][0].from, memory_order_relaxed)) {
        return (const og_kernel *)kernel;
    }
    return og_dispatch_slow(op, size);
}

/* Returns its function, to cast to the operation's type. */
static inline og_fn og_dispatch(og_op op, size_t size) {
    const og_kernel *kernel = og_dispatch_kernel(op, size);
    return kernel != NULL ? kernel->fn : NULL;
}

/* Returns why og_dispatch gave NULL: OG_ERR_CONFIG or OG_ERR_NO_KERNEL. Never OG_OK: another thread may
 * have changed the policy since, and the caller has done nothing. */
int og_dispatch_status(void);

/* Returns 1 where somebody asked for the kernel of this operation by name. */
int og_dispatch_forced(og_op op);

/* Has one operation, or every one, chosen again at its next call, by any thread. Comes after a change of
 * what the choice depends on. */
void og_dispatch_renew(og_op op);
void og_dispatch_renew_all(void);

#endif
