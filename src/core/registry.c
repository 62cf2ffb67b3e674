/* SPDX-License-Identifier: MIT */
/* Looks up operations and kernels in the catalogue. */
#include "core/registry.h"

#include <limits.h>
#include <string.h>

const char *const og_op_names[OG_OP_COUNT] = {
#define OP_NAME(id, identifier, name, type) name,
    OG_OPS(OP_NAME)
#undef OP_NAME
};

static const char *const instead[OG_OP_COUNT] = {
#define INSTEAD(id, name) [OG_OP_##id] = name,
    OG_INSTEAD(INSTEAD)
#undef INSTEAD
};

const og_kernel og_one_by_one = {.stem = "one-by-one",
                                 .op = "",
                                 .isa = "",
                                 .summary = "each message by itself",
                                 .refs = "",
                                 .source = "",
                                 .lanes = UINT_MAX,
                                 .constant_time = 1,
                                 .min_size = 0,
                                 .fn = NULL};

int og_op_has_lanes(og_op op) {
    for (size_t i = 0; i < og_kernels_count; i++) {
        if (og_kernels[i].lanes > 1 && strcmp(og_kernels[i].op, og_op_names[op]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Returns 1 if a name ends with a text. */
static int ends_with(const char *name, const char *end) {
    const size_t size = strlen(name), tail = strlen(end);
    return size >= tail && strcmp(name + size - tail, end) == 0;
}

int og_op_has_lengths(og_op op) {
    return instead[op] != NULL && ends_with(og_op_names[op], ".lanes") && ends_with(instead[op], ".blocks");
}

void og_make_printable(char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) {
            *text = '?';
        }
    }
}

og_op og_op_find(const char *name, size_t len) {
    for (unsigned op = 0; op < OG_OP_COUNT; op++) {
        if (strlen(og_op_names[op]) == len && memcmp(og_op_names[op], name, len) == 0) {
            return (og_op)op;
        }
    }
    return OG_OP_COUNT;
}

const og_kernel *og_kernel_find_n(og_op op, const char *stem, size_t len) {
    for (size_t i = 0; i < og_kernels_count; i++) {
        const og_kernel *kernel = &og_kernels[i];
        if (strcmp(kernel->op, og_op_names[op]) == 0 && strlen(kernel->stem) == len &&
            memcmp(kernel->stem, stem, len) == 0) {
            return kernel;
        }
    }
    const int alone = strlen(og_one_by_one.stem) == len && memcmp(og_one_by_one.stem, stem, len) == 0;
    return alone && og_op_has_lanes(op) && instead[op] != NULL ? &og_one_by_one : NULL;
}

size_t og_kernel_count(void) { return og_kernels_count; }

const og_kernel *og_kernel_at(size_t index) { return index < og_kernels_count ? &og_kernels[index] : NULL; }

size_t og_op_count(void) { return OG_OP_COUNT; }

const char *og_op_at(size_t index) { return index < OG_OP_COUNT ? og_op_names[index] : NULL; }

const char *og_op_instead(const char *op) {
    const og_op id = op == NULL ? OG_OP_COUNT : og_op_find(op, strlen(op));
    return id == OG_OP_COUNT ? NULL : instead[id];
}

const og_kernel *og_kernel_find(const char *op, const char *stem) {
    if (op == NULL || stem == NULL) {
        return NULL;
    }
    const og_op id = og_op_find(op, strlen(op));
    const og_kernel *kernel = id == OG_OP_COUNT ? NULL : og_kernel_find_n(id, stem, strlen(stem));
    return kernel == &og_one_by_one ? NULL : kernel;
}

const char *og_default_order(void) { return og_default_text; }
