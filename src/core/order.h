/* SPDX-License-Identifier: MIT */
/* The order in which an operation's kernels are tried. */
#ifndef OG_CORE_ORDER_H
#define OG_CORE_ORDER_H

#include "core/registry.h"

/* More kernels than an operation will ever have; tools/descriptions.py refuses more. */
#define OG_ORDER_LINES 64

/* Writes the lines of an operation, best first: the order that the program has set, then the defaults,
 * then what neither of them measured. Each kernel has one line. Returns the number of lines. */
size_t og_order_lines(og_op op, og_order lines[OG_ORDER_LINES]);

#endif
