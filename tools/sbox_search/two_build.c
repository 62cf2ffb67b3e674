/* SPDX-License-Identifier: MIT */
/* Makes a circuit from nothing. */
#include "two.h"

/* Returns a literal that is `goal` for the inputs in `care`. If two gates do not suffice, splits the goal by
 * an input or another signal: into its value where that is 0, and the difference where it is 1. tries:
 * number of splits that are compared. */
static literal build(circuit *c, uint64_t goal, uint64_t care, unsigned tries) {
    search s = {.count = c->signals < WIDEST ? c->signals : WIDEST, .most = LONGEST};
    literal same[MOST];
    for (unsigned i = 0; i < c->signals; i++) {
        if (i < WIDEST) {
            s.signal[i] = (uint8_t)i;
            s.value[i] = c->value[i];
        }
        same[i] = (literal)(2 * i);
    }
    for (unsigned length = 0; length < LONGEST; length++) {
        find(&s, goal, care, length);
        if (s.found != 0) {
            return carry_out(c, &s.chosen, same, goal, care);
        }
    }
    circuit least = {.signals = MOST + 1};
    literal result = 0;
    while (tries > 0) {
        const literal x = (literal)below(2 * (below(4) != 0 ? INPUTS : c->signals));
        const uint64_t where = value_of(c, x);
        const int ones = __builtin_popcountll(care & where), all = __builtin_popcountll(care);
        if (ones == 0 || ones == all || (x >= 2 * INPUTS && (4 * ones < all || 4 * ones > 3 * all))) {
            continue;
        }
        tries--;
        circuit each = *c;
        const literal base = build(&each, goal, care & ~where, 1);
        const literal change = build(&each, goal ^ value_of(&each, base), care & where, 1);
        const literal some = add(&each, (gate){x, change, AND, 0});
        const literal last = add(&each, (gate){base, some, XOR, 0});
        if (each.signals < least.signals) {
            least = each;
            result = last;
        }
    }
    *c = least;
    return result;
}

void build_circuit(circuit *c, const uint64_t goals[OUTPUTS]) {
    unsigned order[OUTPUTS];
    begin(c);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        const unsigned j = below(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        c->out[order[i]] = build(c, goals[order[i]], ~(uint64_t)0, 4);
    }
    sweep(c);
}
