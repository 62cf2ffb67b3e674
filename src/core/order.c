/* SPDX-License-Identifier: MIT */
/* Puts the kernels of an operation in order, and divides the sizes among them. */
#include "core/order.h"

#include <string.h>

int og_order_has(const og_order *lines, size_t n, const og_kernel *kernel) {
    for (size_t i = 0; i < n; i++) {
        if (lines[i].kernel == kernel) {
            return 1;
        }
    }
    return 0;
}

/* Appends a line unless there is no room. Returns the new number of lines. */
static size_t add(og_order *lines, size_t n, og_order line) {
    if (n < OG_ORDER_LINES) {
        lines[n++] = line;
    }
    return n;
}

/* Writes the lines that the program has set, and returns their number. */
static size_t add_tuned(og_op op, og_order *lines) {
    size_t n = 0;
    while (n < OG_TUNED_LINES) {
        const og_tuned *tuned = &og_tuned_order[op][n];
        const og_kernel *kernel = atomic_load(&tuned->kernel);
        if (kernel == NULL) {
            break;
        }
        lines[n++] = (og_order){op,
                                kernel,
                                atomic_load(&tuned->from),
                                atomic_load(&tuned->to),
                                atomic_load(&tuned->lengths),
                                atomic_load(&tuned->cost) / 100.0,
                                NULL};
    }
    return n;
}

/* Returns 1 if a line of the defaults is for an operation on a processor. */
static int applies(const og_order *line, og_op op, const og_cpu_id *cpu) {
    return line->op == op && og_cpu_is(cpu, line->cpu);
}

size_t og_order_lines(og_op op, const og_cpu_id *cpu, og_order lines[OG_ORDER_LINES]) {
    const size_t tuned = add_tuned(op, lines);
    size_t n = tuned;
    for (size_t i = 0; i < og_default_orders_count; i++) {
        const og_order *line = &og_default_orders[i];
        if (applies(line, op, cpu) && !og_order_has(lines, tuned, line->kernel)) {
            n = add(lines, n, *line);
        }
    }
    const size_t named = n;
    for (size_t i = 0; i < og_kernels_count; i++) {
        const og_kernel *kernel = &og_kernels[i];
        if (strcmp(kernel->op, og_op_names[op]) == 0 && !og_order_has(lines, named, kernel)) {
            n = add(lines, n, (og_order){op, kernel, kernel->min_size, SIZE_MAX, OG_ANY_LENGTH, 0, NULL});
        }
    }
    return n;
}

/* Returns the first of n lines that contains a size, or NULL. */
static const og_order *first_at(const og_order *lines, size_t n, size_t size) {
    for (size_t i = 0; i < n; i++) {
        if (size >= lines[i].from && size <= lines[i].to) {
            return &lines[i];
        }
    }
    return NULL;
}

/* Returns the least size from which on up to `size` the same lines contain every size. */
static size_t least_like(const og_order *lines, size_t n, size_t size) {
    size_t least = 0;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].from <= size && lines[i].from > least) {
            least = lines[i].from;
        }
        if (lines[i].to < size && lines[i].to >= least) {
            least = lines[i].to + 1;
        }
    }
    return least;
}

size_t og_order_allow(const og_settings *settings, og_length length, og_order *lines, size_t n) {
    size_t allowed = 0;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].lengths >> length & 1 && og_settings_allow(settings, lines[i].kernel, NULL, 0)) {
            lines[allowed++] = lines[i];
        }
    }
    return allowed;
}

size_t og_order_classes(const og_order *lines, size_t n, og_order classes[OG_SIZE_CLASSES]) {
    size_t made = 0;
    /* From the largest sizes down. A size that no line contains belongs to the class above it, or else to the
     * highest class. If there are too many classes, the last one serves all smaller sizes. */
    for (size_t size = SIZE_MAX;;) {
        const og_order *line = first_at(lines, n, size);
        if (line != NULL && (made == 0 || classes[made - 1].kernel != line->kernel)) {
            if (made == OG_SIZE_CLASSES) {
                break;
            }
            classes[made] = *line;
            classes[made].to = made == 0 ? SIZE_MAX : size;
            made++;
        }
        const size_t least = least_like(lines, n, size);
        if (made > 0) {
            classes[made - 1].from = least;
        }
        if (least == 0) {
            break;
        }
        size = least - 1;
    }
    if (made > 0) {
        classes[made - 1].from = 0;
    }
    return made;
}
