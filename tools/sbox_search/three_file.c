/* SPDX-License-Identifier: MIT */
/* Reads and writes the files of circuits. */
#include <stdio.h>
#include <stdlib.h>

#include "three.h"

static void fail(const char *path, unsigned box) {
    fprintf(stderr, "three: %s: S%u is not as it should be\n", path, box + 1);
    exit(1);
}

static FILE *open_file(const char *path) {
    FILE *file = fopen(path, "r");
    int first;
    while (file != NULL && (first = getc(file)) != EOF) {
        if (first != '#') {
            ungetc(first, file);
            break;
        }
        while ((first = getc(file)) != EOF && first != '\n') {
        }
    }
    return file;
}

void read_three(const char *path, circuit best[BOXES]) {
    FILE *file = open_file(path);
    if (file == NULL) {
        return;
    }
    for (unsigned box = 0; box < BOXES; box++) {
        circuit *c = &best[box];
        unsigned number, gates, in[3], table;
        begin(c);
        if (fscanf(file, " S%u %u", &number, &gates) != 2 || number != box + 1 || gates > MOST - INPUTS) {
            fail(path, box);
        }
        for (unsigned i = INPUTS; i < INPUTS + gates; i++) {
            if (fscanf(file, " %u.%u.%u:%x", &in[0], &in[1], &in[2], &table) != 4 || in[0] >= i ||
                in[1] >= i || in[2] >= i ||
                add(c, (gate){{(uint8_t)in[0], (uint8_t)in[1], (uint8_t)in[2]}, (uint8_t)table}) != i) {
                fail(path, box);
            }
        }
        for (unsigned i = 0; i < OUTPUTS; i++) {
            if (fscanf(file, " %u.%u:%x", &in[1], &in[2], &table) != 3 || in[1] >= c->signals ||
                in[2] >= c->signals) {
                fail(path, box);
            }
            c->out[i] = (gate){{0, (uint8_t)in[1], (uint8_t)in[2]}, (uint8_t)table};
        }
    }
    fclose(file);
}

void write_three(const char *path, const circuit best[BOXES]) {
    char temporary[4096];
    FILE *file = begin_file(path, temporary);
    fputs("# Circuits of the S-boxes of DES with gates of three inputs, found by tools/sbox_search/, which\n"
          "# describes the method. First the S-box and its number of gates, then each gate as three signals\n"
          "# a.b.c and a truth table, whose bit 4a + 2b + c is the value. Signals 0 to 5 are the inputs in "
          "the\n"
          "# standard's order. Signal 6 is the first gate. The outputs follow in the standard's order, each "
          "as\n"
          "# two signals b.c and a truth table, whose bit 2b + c is S(x) ^ S(0).\n",
          file);
    for (unsigned box = 0; box < BOXES; box++) {
        const circuit *c = &best[box];
        fprintf(file, "S%u %u", box + 1, c->signals - INPUTS);
        for (unsigned i = INPUTS; i < c->signals; i++) {
            const gate g = c->gates[i];
            fprintf(file, "%s%u.%u.%u:%02x", (i - INPUTS) % 8 == 0 ? "\n    " : " ", g.in[0], g.in[1],
                    g.in[2], g.table);
        }
        fputs("\n   ", file);
        for (unsigned i = 0; i < OUTPUTS; i++) {
            fprintf(file, " %u.%u:%x", c->out[i].in[1], c->out[i].in[2], c->out[i].table & 15u);
        }
        fputc('\n', file);
    }
    put_in_place(file, temporary, path);
}
