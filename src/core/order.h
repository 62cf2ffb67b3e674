/* SPDX-License-Identifier: MIT */
/* The order in which the kernels of an operation are tried. */
#ifndef OG_CORE_ORDER_H
#define OG_CORE_ORDER_H

#include "core/registry.h"

/* The most kernels of one operation. tools/descriptions.py refuses more. */
#define OG_ORDER_LINES 64

/* Writes the lines of an operation, best first, and returns their number. The order that the program has set
 * comes first, then the defaults, then the kernels that neither contains. Each kernel has one line. */
size_t og_order_lines(og_op op, og_order lines[OG_ORDER_LINES]);

#endif
