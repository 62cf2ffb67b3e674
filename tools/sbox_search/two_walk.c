/* SPDX-License-Identifier: MIT */
/* The random walk and the command. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "two.h"

#define PATIENCE 3000000 /* steps without progress, after which another walk begins */
#define MOST_KICKS 16    /* steps that may add gates before a walk */
#define STEPS_A_LOOK 100 /* at the clock */

uint64_t random_state;

/* Returns the inputs for which `at` affects an output. Bars it and all that depend on it. */
static uint64_t find_care(const circuit *c, unsigned at, uint8_t *barred) {
    uint64_t flipped[MOST];
    uint64_t care = 0;
    memcpy(flipped, c->value, c->signals * sizeof *flipped);
    flipped[at] = ~c->value[at];
    barred[at] = 1;
    for (unsigned i = at + 1; i < c->signals; i++) {
        const gate g = c->gates[i];
        if (barred[g.a / 2] | barred[g.b / 2] | barred[g.c / 2]) {
            flipped[i] = apply(flipped[g.a / 2] ^ sign(g.a), flipped[g.b / 2] ^ sign(g.b),
                               flipped[g.c / 2] ^ sign(g.c), g.kind);
            barred[i] = 1;
        }
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        care |= flipped[c->out[i] / 2] ^ c->value[c->out[i] / 2];
    }
    return care;
}

/* Counts gate `at` and the gates that are not needed without it. keeps[i] gets a bit for each of them that
 * signal i needs. */
static unsigned find_freed(const circuit *c, unsigned at, uint64_t keeps[MOST]) {
    uint8_t needed[MOST] = {0};
    unsigned freed = 0;
    for (unsigned i = 0; i < OUTPUTS; i++) {
        needed[c->out[i] / 2] = 1;
    }
    for (unsigned i = c->signals; i-- > INPUTS;) {
        if (needed[i] && i != at) {
            needed[c->gates[i].a / 2] = needed[c->gates[i].b / 2] = needed[c->gates[i].c / 2] = 1;
        }
    }
    memset(keeps, 0, c->signals * sizeof *keeps);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        if (!needed[i] || i == at) {
            keeps[i] = keeps[c->gates[i].a / 2] | keeps[c->gates[i].b / 2] | keeps[c->gates[i].c / 2] |
                       (uint64_t)1 << freed % 64;
            freed++;
        }
    }
    return freed;
}

/* Returns whether no gate needs NOT: b and c of a SELECT are equal for the input 0. */
static int plain(const circuit *c) {
    for (unsigned i = INPUTS; i < c->signals; i++) {
        const gate g = c->gates[i];
        if (g.kind == SELECT && ((value_of(c, g.b) ^ value_of(c, g.c)) & 1)) {
            return 0;
        }
    }
    return 1;
}

/* Returns the cost of a circuit: its signals, and with `selects` the copies of registers. */
static unsigned cost_of(const circuit *c, int selects) { return c->signals + (selects ? copies(c) : 0); }

/* Replaces a random gate by a random plan of `length` gates, if there is one by which the cost, `cost` so
 * far, grows at most by `slack`. Prefers a signal to a plan of one gate. Returns the new cost. */
static unsigned step(circuit *c, unsigned cost, unsigned length, unsigned slack, int selects) {
    const unsigned at = INPUTS + below(c->signals - INPUTS);
    uint8_t barred[MOST] = {0};
    uint64_t keeps[MOST];
    /* a gate more may save a copy */
    search s = {.selects = selects, .most = (int)slack + (selects != 0), .barred = c->gates[at]};
    const uint64_t care = find_care(c, at, barred), goal = c->value[at];
    s.freed = find_freed(c, at, keeps);
    for (unsigned i = 0; i < c->signals && s.count < WIDEST; i++) {
        if (!barred[i]) {
            s.signal[s.count] = (uint8_t)i;
            s.value[s.count] = c->value[i];
            s.keeps[s.count++] = keeps[i];
        }
    }
    if (length == 1) {
        find(&s, goal, care, 0);
    }
    if (s.found == 0) {
        find(&s, goal, care, length);
    }
    if (s.found == 0) {
        return cost;
    }
    circuit to;
    literal place[MOST];
    begin_copy(&to, place);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        if (!barred[i]) {
            copy(c, &to, place, (literal)(2 * i));
        }
    }
    place[at] = carry_out(&to, &s.chosen, place, goal, care);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = copy(c, &to, place, c->out[i]);
    }
    sweep(&to);
    if (to.signals > cost + slack || !plain(&to)) {
        return cost;
    }
    const unsigned new = cost_of(&to, selects);
    if (new > cost + slack) {
        return cost;
    }
    *c = to;
    return new;
}

static void verify(const circuit *c, const uint64_t goals[OUTPUTS]) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (value_of(c, c->out[i]) != goals[i]) {
            fprintf(stderr, "two: a step changed output %u\n", i);
            exit(1);
        }
    }
}

/* One walk of the search: where it is and how far it may climb. */
typedef struct walk {
    int selects; /* whether a gate may be SELECT */
    circuit now;
    unsigned cost;   /* of that circuit */
    unsigned least;  /* of all its circuits */
    unsigned height; /* by which a circuit may cost more than that */
    unsigned chance; /* of a step that may add to the cost, in hundredths */
    unsigned quiet;  /* steps since it found its best circuit */
} walk;

/* Begins a walk at the best circuit, at one that a few gates were added to, or at a new one. */
static void begin_walk(walk *w, const circuit *best, const uint64_t goals[OUTPUTS]) {
    static const unsigned chances[] = {5, 20, 50};
    const unsigned kind = below(4);
    w->now = *best;
    if (kind == 0) {
        build_circuit(&w->now, goals);
    }
    w->cost = cost_of(&w->now, w->selects);
    if (kind == 1) {
        for (unsigned n = below(MOST_KICKS) + 1; n > 0; n--) {
            w->cost = step(&w->now, w->cost, 2, 1, w->selects);
        }
    }
    w->least = w->cost;
    w->height = 2 + below(3);
    w->chance = chances[below(3)];
    w->quiet = 0;
}

static void walk_on(walk *w, const uint64_t goals[OUTPUTS]) {
    const unsigned kind = below(100);
    const unsigned may_climb = below(100) < w->chance && w->cost < w->least + w->height;
    w->cost = step(&w->now, w->cost, kind < 50 ? 1 : kind < 95 ? 2 : 3, may_climb, w->selects);
    verify(&w->now, goals);
    w->quiet++;
    if (w->cost < w->least) {
        w->least = w->cost;
        w->quiet = 0;
    }
}

static void report(unsigned box, const circuit *c, int selects) {
    printf("S%u: %u gates, %u copies\n", box + 1, c->signals - INPUTS, cost_of(c, selects) - c->signals);
    fflush(stdout);
}

static void improve(unsigned box, double seconds, const char *path, circuit all[BOXES], int selects) {
    const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    uint64_t goals[OUTPUTS];
    circuit *best = &all[box];
    walk w = {.selects = selects};
    goals_of(box, goals);
    unsigned least = cost_of(best, selects);
    begin_walk(&w, best, goals);
    while (clock() < end) {
        for (unsigned n = 0; n < STEPS_A_LOOK; n++) {
            walk_on(&w, goals);
            if (w.cost > least) {
                continue;
            }
            *best = w.now;
            if (w.cost < least) {
                least = w.cost;
                write_file(path, all, selects);
                report(box, best, selects);
            }
        }
        if (w.quiet > PATIENCE) {
            begin_walk(&w, best, goals);
        }
    }
}

int main(int argc, char **argv) {
    const int selects = argc > 1 && strcmp(argv[1], "-s") == 0;
    argc -= selects;
    argv += selects;
    if (argc < 4) {
        fputs("usage: two [-s] FILE SECONDS SEED [BOX...]\n", stderr);
        return 2;
    }
    static circuit best[BOXES];
    random_state = strtoull(argv[3], NULL, 0) * 2 + 1;
    read_file(argv[1], best);
    for (unsigned box = 0; box < BOXES; box++) {
        uint64_t goals[OUTPUTS];
        goals_of(box, goals);
        if (best[box].signals > 0) {
            settle(&best[box], goals);
        } else {
            build_circuit(&best[box], goals);
        }
        verify(&best[box], goals);
        report(box, &best[box], selects);
    }
    for (unsigned box = 0; box < BOXES; box++) {
        int wanted = argc == 4;
        for (int i = 4; i < argc; i++) {
            wanted |= atoi(argv[i]) == (int)box + 1;
        }
        if (wanted) {
            improve(box, atof(argv[2]), argv[1], best, selects);
        }
    }
    write_file(argv[1], best, selects);
    return 0;
}
