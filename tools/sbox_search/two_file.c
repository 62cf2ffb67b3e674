/* SPDX-License-Identifier: MIT */
/* Reads and writes the file of circuits. */
#include <stdio.h>
#include <stdlib.h>

#include "two.h"

/* Writes a circuit in the form of the kernels: every signal is 0 for the input 0. */
static void write_circuit(FILE *file, unsigned box, const circuit *c) {
    fprintf(file, "S%u %u", box + 1, c->signals - INPUTS);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        const gate g = c->gates[i];
        unsigned a = g.a / 2, b = g.b / 2;
        /* the factors for the input 0 */
        const unsigned x = value_of(c, g.a) & 1, y = value_of(c, g.b) & 1;
        if (g.kind == SELECT) {
            const unsigned on = (x ? g.c : g.b) / 2, off = (x ? g.b : g.c) / 2;
            fprintf(file, "%s%u?%u,%u", (i - INPUTS) % 11 == 0 ? "\n    " : " ", a, on, off);
            continue;
        }
        char symbol = g.kind == XOR ? '^' : x && y ? '|' : x || y ? '~' : '&';
        if (symbol == '~' && x) {
            const unsigned t = a;
            a = b;
            b = t;
        }
        fprintf(file, "%s%u%c%u", (i - INPUTS) % 11 == 0 ? "\n    " : " ", a, symbol, b);
    }
    fputs("\n    :", file);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        fprintf(file, " %u", c->out[i] / 2);
    }
    fputc('\n', file);
}

void write_file(const char *path, const circuit best[BOXES], int selects) {
    char temporary[4096];
    FILE *file = begin_file(path, temporary);
    fputs(
        "# Circuits of the S-boxes of DES, found by tools/sbox_search/, which describes the method.\n"
        "# First the S-box and its number of gates, then each gate as an operation of two signals: ^ XOR,\n"
        "# & AND, | OR, ~ the first AND NOT the second. Signals 0 to 5 are the inputs in the standard's\n"
        "# order. Signal 6 is the first gate. The outputs follow after the colon, in the standard's order.\n"
        "# They are S(x) ^ S(0).\n",
        file);
    if (selects) {
        fputs("# a?b,c is b where a is 1 and c where a is 0.\n", file);
    }
    for (unsigned box = 0; box < BOXES; box++) {
        write_circuit(file, box, &best[box]);
    }
    put_in_place(file, temporary, path);
}

void read_file(const char *path, circuit best[BOXES]) {
    FILE *file = fopen(path, "r");
    char line[256];
    if (file == NULL) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL && line[0] == '#') {
    }
    for (unsigned box = 0; box < BOXES; box++) {
        circuit *c = &best[box];
        unsigned number, gates, a, b, known = 1;
        char symbol;
        begin(c);
        known = box == 0 ? sscanf(line, "S%u %u", &number, &gates) == 2
                         : fscanf(file, " S%u %u", &number, &gates) == 2;
        known = known && number == box + 1 && gates <= MOST - INPUTS;
        for (unsigned i = 0; known && i < gates; i++) {
            unsigned off = 0;
            known = fscanf(file, " %u%c%u", &a, &symbol, &b) == 3 && a < c->signals && b < c->signals &&
                    (symbol != '?' || (fscanf(file, ",%u", &off) == 1 && off < c->signals));
            if (known) {
                const unsigned or = symbol == '|';
                const gate g = {(literal)(2 * a + or), (literal)(2 * b + (or || symbol == '~')),
                                symbol == '^'   ? XOR
                                : symbol == '?' ? SELECT
                                                : AND,
                                (literal)(2 * off)};
                c->gates[c->signals] = g;
                c->value[c->signals] = evaluate(c, g) ^ (0 - (uint64_t) or);
                c->signals++;
            }
        }
        known = known && fscanf(file, " %c", &symbol) == 1 && symbol == ':';
        for (unsigned i = 0; known && i < OUTPUTS; i++) {
            known = fscanf(file, "%u", &a) == 1 && a < c->signals;
            c->out[i] = (literal)(2 * a);
        }
        if (!known) {
            fprintf(stderr, "two: %s: the circuit of S%u is invalid\n", path, box + 1);
            exit(1);
        }
    }
    fclose(file);
}

/* A file has OR gates, which are complements of AND gates here. Rebuilds the circuit with the complements. */
void settle(circuit *c, const uint64_t goals[OUTPUTS]) {
    circuit to;
    literal place[MOST];
    begin(&to);
    for (unsigned i = 0; i < c->signals; i++) {
        if (i < INPUTS) {
            place[i] = (literal)(2 * i);
            continue;
        }
        const gate g = c->gates[i];
        const literal new = add(&to, (gate){place[g.a / 2] ^ (g.a & 1), place[g.b / 2] ^ (g.b & 1), g.kind,
                                            g.kind == SELECT ? place[g.c / 2] ^ (g.c & 1) : 0});
        place[i] = new ^ (value_of(&to, new) & 1);
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = place[c->out[i] / 2] ^ (goals[i] & 1);
    }
    *c = to;
}
