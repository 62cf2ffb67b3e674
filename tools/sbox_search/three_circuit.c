/* SPDX-License-Identifier: MIT */
/* Makes and copies circuits of gates with three inputs. */
#include <stdio.h>
#include <stdlib.h>

#include "three.h"

#define NOWHERE 0xff

uint8_t add(circuit *c, gate g) {
    const uint64_t value = apply(c->value[g.in[0]], c->value[g.in[1]], c->value[g.in[2]], g.table);
    for (unsigned i = 0; i < c->signals; i++) {
        if (c->value[i] == value) {
            return (uint8_t)i;
        }
    }
    if (c->signals == MOST) {
        fprintf(stderr, "three: a circuit of more than %d signals\n", MOST);
        exit(1);
    }
    c->gates[c->signals] = g;
    c->value[c->signals] = value;
    return (uint8_t)c->signals++;
}

void begin(circuit *c) {
    c->signals = INPUTS;
    for (unsigned i = 0; i < INPUTS; i++) {
        c->value[i] = input_value(i);
    }
}

uint8_t copy(const circuit *from, circuit *to, uint8_t place[MOST], unsigned i) {
    if (place[i] == NOWHERE) {
        gate g = from->gates[i];
        for (unsigned k = 0; k < 3; k++) {
            g.in[k] = copy(from, to, place, g.in[k]);
        }
        place[i] = add(to, g);
    }
    return place[i];
}

void begin_copy(circuit *to, uint8_t place[MOST]) {
    begin(to);
    memset(place, NOWHERE, MOST);
    for (unsigned i = 0; i < INPUTS; i++) {
        place[i] = (uint8_t)i;
    }
}

void copy_outputs(const circuit *from, circuit *to, uint8_t place[MOST], unsigned but) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (i == but) {
            continue;
        }
        to->out[i] = from->out[i];
        for (unsigned k = 1; k < 3; k++) {
            to->out[i].in[k] = copy(from, to, place, from->out[i].in[k]);
        }
    }
}

void sweep(circuit *c) {
    circuit to;
    uint8_t place[MOST];
    begin_copy(&to, place);
    copy_outputs(c, &to, place, OUTPUTS);
    *c = to;
}
