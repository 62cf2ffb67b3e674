/* SPDX-License-Identifier: MIT */
/* Makes and copies circuits of gates with two inputs. */
#include <stdio.h>
#include <stdlib.h>

#include "two.h"

literal add(circuit *c, gate g) {
    const uint64_t value = evaluate(c, g);
    for (unsigned i = 0; i < c->signals; i++) {
        if (c->value[i] == value || c->value[i] == ~value) {
            return (literal)(2 * i + (c->value[i] != value));
        }
    }
    if (c->signals == MOST) {
        fprintf(stderr, "two: a circuit of more than %d signals\n", MOST);
        exit(1);
    }
    c->gates[c->signals] = g;
    c->value[c->signals] = value;
    return (literal)(2 * c->signals++);
}

void begin(circuit *c) {
    c->signals = INPUTS;
    for (unsigned i = 0; i < INPUTS; i++) {
        c->value[i] = input_value(i);
    }
}

void begin_copy(circuit *to, literal place[MOST]) {
    begin(to);
    memset(place, NOWHERE, MOST);
    for (unsigned i = 0; i < INPUTS; i++) {
        place[i] = (literal)(2 * i);
    }
}

literal copy(const circuit *from, circuit *to, literal place[MOST], literal x) {
    const unsigned i = x / 2;
    if (place[i] == NOWHERE) {
        gate g = from->gates[i];
        g.a = copy(from, to, place, g.a);
        g.b = copy(from, to, place, g.b);
        g.c = g.kind == SELECT ? copy(from, to, place, g.c) : 0;
        place[i] = add(to, g);
    }
    return place[i] ^ (x & 1);
}

void sweep(circuit *c) {
    circuit to;
    literal place[MOST];
    begin_copy(&to, place);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = copy(c, &to, place, c->out[i]);
    }
    *c = to;
}
