/* SPDX-License-Identifier: MIT */
/* The kernels that the default order gives to other processors. The kernels themselves do not run. */
#ifndef OG_TEST_SERVING_H
#define OG_TEST_SERVING_H

#include <string.h>

#include "core/order.h"

/* Returns the stem of the kernel that serves an operation on size bytes of messages of a length, on a
 * processor with the features. */
static const char *serving_length(const og_cpu_id *cpu, uint32_t features, const char *op_name,
                                  og_length length, size_t size) {
    og_order lines[OG_ORDER_LINES];
    og_order classes[OG_SIZE_CLASSES];
    const og_settings settings = {.detected = features, .policy = OG_POLICY_FASTEST};
    const og_op op = og_op_find(op_name, strlen(op_name));
    if (op == OG_OP_COUNT) {
        return "no such operation";
    }
    const size_t n = og_order_lines(op, cpu, lines);
    const size_t count = og_order_classes(lines, og_order_allow(&settings, length, lines, n), classes);
    for (size_t i = 0; i < count; i++) {
        if (size >= classes[i].from) {
            return classes[i].kernel->stem;
        }
    }
    return "none";
}

#endif
