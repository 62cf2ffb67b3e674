/* SPDX-License-Identifier: MIT */
/* The random walk and the command. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "two.h"

#define PATIENCE 150 /* steps without progress, after which another circuit is begun */

uint64_t random_state;

/* Returns a literal that is `goal` for the inputs in `care`. If a few gates do not suffice, splits the goal
 * by an input or another signal: into its value where that is 0, and the difference where it is 1. tries:
 * number of splits that are compared. */
static literal build(circuit *c, uint64_t goal, uint64_t care, unsigned tries) {
    plan p;
    if (__builtin_popcountll(care) <= 48) {
        find(c, goal, care, 4, &p);
        if (p.gates <= 4) {
            return carry_out(c, &p, goal, care);
        }
    } else {
        find(c, goal, care, 1, &p);
        if (p.gates <= 1) {
            return carry_out(c, &p, goal, care);
        }
    }
    circuit least;
    literal result = 0;
    least.signals = MOST + 1;
    while (tries > 0) {
        const literal x = (literal)below(2 * (below(2) == 0 ? INPUTS : c->signals));
        circuit each = *c;
        const uint64_t where = value_of(c, x);
        const int ones = __builtin_popcountll(care & where);
        if (ones == 0 || ones == __builtin_popcountll(care) ||
            (x >= 2 * INPUTS && (ones < 16 || ones > 48))) {
            continue;
        }
        tries--;
        const literal base = build(&each, goal, care & ~where, 1);
        if (each.signals + 2 >= least.signals) {
            continue;
        }
        const literal change = build(&each, goal ^ value_of(&each, base), care & where, 1);
        const literal some = add(&each, (gate){x, change, 0});
        const literal last = add(&each, (gate){base, some, 1});
        if (each.signals < least.signals) {
            least = each;
            result = last;
        }
    }
    *c = least;
    return result;
}

static void first_circuit(circuit *c, const uint64_t goals[OUTPUTS]) {
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
}

/* Copies x and all that it needs. Returns its literal in `to`. place[i] is 0xff before signal i is copied. */
static literal copy(const circuit *from, circuit *to, literal *place, literal x) {
    const unsigned i = x / 2;
    if (place[i] == 0xff) {
        gate g = from->gates[i];
        g.a = copy(from, to, place, g.a);
        g.b = copy(from, to, place, g.b);
        place[i] = add(to, g);
    }
    return place[i] ^ (x & 1);
}

/* Removes the gates that no output needs, and reorders the others. */
static void sweep(circuit *c) {
    circuit to;
    literal place[MOST];
    memset(place, 0xff, sizeof place);
    begin(&to);
    for (unsigned i = 0; i < INPUTS; i++) {
        place[i] = (literal)(2 * i);
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = copy(c, &to, place, c->out[i]);
    }
    *c = to;
}

/* Marks `at` and the gates that are not needed without it. Returns their number. */
static unsigned mark_lonely(const circuit *c, unsigned at, uint8_t *lonely) {
    uint8_t readers[MOST] = {0}, gone[MOST] = {0};
    unsigned n = 1;
    for (unsigned i = INPUTS; i < c->signals; i++) {
        readers[c->gates[i].a / 2]++;
        readers[c->gates[i].b / 2]++;
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        readers[c->out[i] / 2]++;
    }
    lonely[at] = 1;
    for (unsigned i = at + 1; i-- > INPUTS;) {
        if (i != at && gone[i] == readers[i]) {
            lonely[i] = 1;
            n++;
        }
        if (lonely[i]) {
            gone[c->gates[i].a / 2]++;
            gone[c->gates[i].b / 2]++;
        }
    }
    return n;
}

/* Returns the inputs for which `at` affects an output. Bars it and all that depend on it. */
static uint64_t find_care(const circuit *c, unsigned at, uint8_t *barred) {
    uint64_t flipped[MOST];
    uint64_t care = 0;
    memcpy(flipped, c->value, at * sizeof *flipped);
    flipped[at] = ~c->value[at];
    barred[at] = 1;
    for (unsigned i = at + 1; i < c->signals; i++) {
        const gate g = c->gates[i];
        flipped[i] = c->value[i];
        if (barred[g.a / 2] | barred[g.b / 2]) {
            const uint64_t a = flipped[g.a / 2] ^ (0 - (uint64_t)(g.a & 1));
            const uint64_t b = flipped[g.b / 2] ^ (0 - (uint64_t)(g.b & 1));
            flipped[i] = g.is_xor ? a ^ b : a & b;
            barred[i] = 1;
        }
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        care |= flipped[c->out[i] / 2] ^ c->value[c->out[i] / 2];
    }
    return care;
}

/* Does one step of the walk: removes a gate and all that only it needs, and computes it anew. slack: number
 * of gates by which the circuit may grow. */
static void step(circuit *c, unsigned slack) {
    const unsigned at = below(4) == 0 ? c->out[below(OUTPUTS)] / 2 : INPUTS + below(c->signals - INPUTS);
    uint8_t barred[MOST] = {0}, lonely[MOST] = {0};
    if (at < INPUTS) {
        return;
    }
    const uint64_t care = find_care(c, at, barred), goal = c->value[at];
    const unsigned freed = mark_lonely(c, at, lonely);
    circuit to;
    literal place[MOST];
    memset(place, 0xff, sizeof place);
    begin(&to);
    for (unsigned i = 0; i < c->signals; i++) {
        if (i < INPUTS) {
            place[i] = (literal)(2 * i);
        } else if (!barred[i] && !lonely[i]) {
            copy(c, &to, place, (literal)(2 * i));
        }
    }
    if (freed <= 5) {
        plan p;
        const unsigned most = freed + slack < 4 ? freed + slack : 4;
        find(&to, goal, care, most, &p);
        if (p.gates > most) {
            return;
        }
        place[at] = carry_out(&to, &p, goal, care);
    } else {
        place[at] = build(&to, goal, care, 2);
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = copy(c, &to, place, c->out[i]);
    }
    sweep(&to);
    if (to.signals <= c->signals + slack) {
        *c = to;
    }
}

static void verify(const circuit *c, const uint64_t goals[OUTPUTS]) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (value_of(c, c->out[i]) != goals[i]) {
            fprintf(stderr, "two: a step changed output %u\n", i);
            exit(1);
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: two FILE SECONDS SEED [BOX...]\n", stderr);
        return 2;
    }
    static circuit best[BOXES];
    const double seconds = atof(argv[2]);
    random_state = strtoull(argv[3], NULL, 0) * 2 + 1;
    read_file(argv[1], best);
    for (unsigned box = 0; box < BOXES; box++) {
        uint64_t goals[OUTPUTS];
        goals_of(box, goals);
        if (best[box].signals > 0) {
            settle(&best[box], goals);
        } else {
            first_circuit(&best[box], goals);
        }
        verify(&best[box], goals);
    }
    write_file(argv[1], best);
    for (unsigned box = 0; box < BOXES; box++) {
        int wanted = argc == 4;
        for (int i = 4; i < argc; i++) {
            wanted |= atoi(argv[i]) == (int)box + 1;
        }
        if (!wanted) {
            continue;
        }
        uint64_t goals[OUTPUTS];
        goals_of(box, goals);
        const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
        circuit now = best[box];
        unsigned least = now.signals, quiet = 0;
        while (clock() < end) {
            step(&now, 0);
            verify(&now, goals);
            quiet++;
            if (now.signals < least) {
                least = now.signals;
                quiet = 0;
            }
            if (now.signals < best[box].signals) {
                best[box] = now;
                write_file(argv[1], best);
                printf("S%u: %u gates\n", box + 1, now.signals - INPUTS);
                fflush(stdout);
            }
            if (quiet > PATIENCE) {
                quiet = 0;
                if (now.signals > best[box].signals + 2) {
                    now = best[box];
                }
                for (unsigned n = below(3) + 1; n > 0; n--) {
                    step(&now, below(4) + 1);
                }
                least = now.signals;
            }
        }
        printf("S%u: %u gates after %g s\n", box + 1, best[box].signals - INPUTS, seconds);
        fflush(stdout);
    }
    write_file(argv[1], best);
    return 0;
}
