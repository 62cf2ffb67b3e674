/* SPDX-License-Identifier: MIT */
/* Chooses the kernel of an operation for a size. */
#ifndef OG_CORE_DISPATCH_H
#define OG_CORE_DISPATCH_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "core/order.h"
#include "operations.h"

/* A kernel and the least size that it serves. */
typedef struct og_size_class {
    /* The address of an entry of og_kernels. 0: no such class. Odd: not chosen yet. */
    _Atomic(uintptr_t) kernel;
    _Atomic(size_t) from; /* bytes; SIZE_MAX where there is no kernel */
} og_size_class;

/* The classes of each operation and length of messages, that of the largest sizes first. */
extern og_size_class og_size_classes[OG_OP_COUNT][OG_LENGTHS][OG_SIZE_CLASSES];

/* Returns the kernel for an operation on size bytes, or NULL. Chooses the operation's classes first if they
 * are not chosen. Never blocks. */
const og_kernel *og_dispatch_slow(og_op op, og_length length, size_t size);

/* Returns the kernel for an operation on size bytes of messages of a length, or NULL. og_dispatch_status
 * returns the reason. For an operation with lanes the kernel may be og_one_by_one. */
static inline const og_kernel *og_dispatch_length(og_op op, og_length length, size_t size) {
    const og_size_class *class = &og_size_classes[op][length][0];
    const uintptr_t kernel = atomic_load_explicit(&class->kernel, memory_order_acquire);
    if (__builtin_expect((kernel & 1) == 0, 1) &&
        size >= atomic_load_explicit(&class->from, memory_order_relaxed)) {
        return (const og_kernel *)kernel;
    }
    return og_dispatch_slow(op, length, size);
}

/* Returns the kernel of an operation that does not distinguish lengths. */
static inline const og_kernel *og_dispatch_kernel(og_op op, size_t size) {
    return og_dispatch_length(op, OG_LONG, size);
}

/* Returns the function of that kernel, or NULL. The caller casts it to the operation's function type. */
static inline og_fn og_dispatch(og_op op, size_t size) {
    const og_kernel *kernel = og_dispatch_kernel(op, size);
    return kernel != NULL ? kernel->fn : NULL;
}

/* Returns why og_dispatch returned NULL: OG_ERR_CONFIG or OG_ERR_NO_KERNEL. It never returns OG_OK, not even
 * if another thread has changed the policy since, because the caller has not done its work. */
int og_dispatch_status(void);

/* Returns 1 if a kernel of this operation is forced by name, by the program or the environment. */
int og_dispatch_forced(og_op op);

/* Discards the choice of one operation, or of all. The next call in any thread chooses again. Must follow
 * each change of a setting that the choice depends on. */
void og_dispatch_renew(og_op op);
void og_dispatch_renew_all(void);

#endif
