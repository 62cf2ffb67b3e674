/* SPDX-License-Identifier: MIT */
/* Makes and copies circuits of gates with three inputs. */
#include <stdio.h>
#include <stdlib.h>

#include "three.h"

literal add(circuit *c, gate g) {
    const uint64_t value = apply(c->value[g.in[0]], c->value[g.in[1]], c->value[g.in[2]], g.table);
    for (unsigned i = 0; i < c->signals; i++) {
        if (c->value[i] == value || c->value[i] == ~value) {
            return (literal)(i | (c->value[i] == value ? 0 : COMPLEMENT));
        }
    }
    if (c->signals == MOST) {
        fprintf(stderr, "three: a circuit of more than %d signals\n", MOST);
        exit(1);
    }
    c->gates[c->signals] = g;
    c->value[c->signals] = value;
    return (literal)c->signals++;
}

gate settled(const literal in[3], unsigned table) {
    unsigned flip = 0, result = 0;
    gate g;
    for (unsigned k = 0; k < 3; k++) {
        g.in[k] = (uint8_t)(in[k] & ~COMPLEMENT);
        flip |= (in[k] & COMPLEMENT ? 4u : 0) >> k;
    }
    for (unsigned i = 0; i < 8; i++) {
        result |= (table >> (i ^ flip) & 1) << i;
    }
    g.table = (uint8_t)result;
    return g;
}

void begin(circuit *c) {
    c->signals = INPUTS;
    for (unsigned i = 0; i < INPUTS; i++) {
        c->value[i] = input_value(i);
    }
}

literal copy(const circuit *from, circuit *to, literal place[MOST], unsigned i) {
    if (place[i] == NOWHERE) {
        literal in[3];
        for (unsigned k = 0; k < 3; k++) {
            in[k] = copy(from, to, place, from->gates[i].in[k]);
        }
        place[i] = add(to, settled(in, from->gates[i].table));
    }
    return place[i];
}

void begin_copy(circuit *to, literal place[MOST]) {
    begin(to);
    memset(place, NOWHERE, MOST);
    for (unsigned i = 0; i < INPUTS; i++) {
        place[i] = (literal)i;
    }
}

void copy_outputs(const circuit *from, circuit *to, literal place[MOST], unsigned but) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (but >> i & 1) {
            continue;
        }
        literal in[3] = {0};
        for (unsigned k = 1; k < 3; k++) {
            in[k] = copy(from, to, place, from->out[i].in[k]);
        }
        to->out[i] = settled(in, from->out[i].table);
        to->out[i].table &= 15;
    }
}

void sweep(circuit *c) {
    circuit to;
    literal place[MOST];
    begin_copy(&to, place);
    copy_outputs(c, &to, place, 0);
    *c = to;
}
