/* SPDX-License-Identifier: MIT */
/* Shared by the two searches: random numbers, the truth tables of the S-boxes, and files that are replaced
 * at once. */
#ifndef SBOX_SEARCH_COMMON_H
#define SBOX_SEARCH_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "des/fips46.h"

#define BOXES 8
#define INPUTS 6
#define OUTPUTS 4

/* The state of a xorshift generator, not 0. The same seed gives the same numbers everywhere. */
extern uint64_t random_state;

static inline uint64_t random64(void) {
    uint64_t x = random_state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    random_state = x;
    return x * 0x9e3779b97f4a7c15u;
}

static inline unsigned below(unsigned n) { return (unsigned)((random64() >> 32) * n >> 32); }

/* Opens a temporary file beside `path`. put_in_place renames it when it is complete. Both exit on errors. */
static inline FILE *begin_file(const char *path, char temporary[4096]) {
    snprintf(temporary, 4096, "%s.tmp", path);
    FILE *file = fopen(temporary, "w");
    if (file == NULL) {
        perror(temporary);
        exit(1);
    }
    return file;
}

static inline void put_in_place(FILE *file, const char *temporary, const char *path) {
    if (fclose(file) != 0 || rename(temporary, path) != 0) {
        perror(path);
        exit(1);
    }
}

/* Returns the truth table of input i, which is bit i of x (bit 0: the standard's first). */
static inline uint64_t input_value(unsigned i) {
    uint64_t value = 0;
    for (unsigned x = 0; x < 64; x++) {
        value |= (uint64_t)(x >> i & 1) << x;
    }
    return value;
}

/* Sets bit x of goals[i] to output i (0: the standard's first) for input x. */
static inline void goals_of(unsigned box, uint64_t goals[OUTPUTS]) {
    memset(goals, 0, OUTPUTS * sizeof *goals);
    for (unsigned x = 0; x < 64; x++) {
        const unsigned row = (x & 1) << 1 | x >> 5;
        const unsigned column = (x >> 1 & 1) << 3 | (x >> 2 & 1) << 2 | (x >> 3 & 1) << 1 | (x >> 4 & 1);
        for (unsigned i = 0; i < OUTPUTS; i++) {
            goals[i] |= (uint64_t)(fips46_S[box][row][column] >> (3 - i) & 1) << x;
        }
    }
}

#endif
