/* SPDX-License-Identifier: MIT */
/* Dispatch, in place of core/dispatch.h, that has a kernel for an operation or none. A kernel is the stub of
 * its operation, whose contract asm/proofs/c/stubs.py writes. */
#ifndef OG_CORE_DISPATCH_H
#define OG_CORE_DISPATCH_H

#include <oldguard/kernels.h>
#include <stdatomic.h>

#include "operations.h"
#include "proof.h"

/* What a stub claims about the arguments of a kernel, and what it does to them. SAW, which a proof may
 * define, gets the input. */
#ifndef SAW
#define SAW(in, size) ((void)0)
#endif
#ifndef KERNEL_LANES
#define KERNEL_LANES 1
#endif
#define COUNT(n, bits) CLAIM((n) < UINT64_C(1) << (bits), "a count that the kernels are proved for")
#define FLAG(flag) CLAIM((flag) == 0 || (flag) == 1, "0 or 1")
#define READS(p, size) CLAIM((size) == 0 || __CPROVER_r_ok(p, size), "a kernel reads " #p)
#define WRITES(p, size) CLAIM((size) == 0 || __CPROVER_w_ok(p, size), "a kernel writes " #p)
#define APART(p, p_size, q, q_size) CLAIM(is_apart(p, p_size, q, q_size), #p " and " #q " are apart")
#define IN_PLACE(p, q, size)                                                    \
    CLAIM((const void *)(p) == (const void *)(q) || is_apart(p, size, q, size), \
          #p " replaces " #q " or is apart")
#define CHANGE(p, size) change(p, size)

static int is_apart(const void *p, size_t p_size, const void *q, size_t q_size) {
    const size_t from_p = __CPROVER_POINTER_OFFSET(p), from_q = __CPROVER_POINTER_OFFSET(q);
    return !__CPROVER_same_object(p, q) || from_p + p_size <= from_q || from_q + q_size <= from_p;
}

static void change(void *p, size_t size) {
    if (size > 0) {
        __CPROVER_havoc_slice(p, size);
    }
}

#include "kernel_stubs.h"

static int no_kernels; /* 1: there is none at all */
atomic_uchar og_upper_halves;

static inline og_fn og_dispatch(og_op op, size_t size) {
    (void)size;
    return no_kernels || nondet_int() ? NULL : kernel_stub(op);
}

static int og_dispatch_status(void) { return nondet_int() ? OG_ERR_NO_KERNEL : OG_ERR_CONFIG; }

#endif
