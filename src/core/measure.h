/* SPDX-License-Identifier: MIT */
/* Measures kernels on this machine at their first use, where no class of processors was measured. */
#ifndef OG_CORE_MEASURE_H
#define OG_CORE_MEASURE_H

#include "core/order.h"

/* The class of lines whose costs were measured here, in ticks of the counter. */
extern const og_cpu_class og_measured_here;

/* Returns 1 if the classes of an operation follow from measurements on this machine: if no class of measured
 * processors names the CPU, the program has set no order, OLDGUARD_MEASURE does not forbid it, and there is a
 * counter. */
int og_measure_decides(const og_settings *settings, og_op op, const og_cpu_id *cpu);

/* Times kernels of n allowed lines of an operation, unless that was done before in this process, and replaces
 * classes where another kernel is better. Returns the number of classes. picked has the classes that follow
 * from the lines, for messages of a length. */
size_t og_measure_classes(og_op op, og_length length, const og_order *lines, size_t n,
                          og_order picked[OG_SIZE_CLASSES], size_t classes);

/* Gives a line the cost that was measured on this machine, if there is one. */
void og_measure_note(og_order *line);

#endif
