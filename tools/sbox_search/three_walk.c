/* SPDX-License-Identifier: MIT */
/* The random walk and the command. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "three.h"

#define SPLITS 2      /* of a goal, in a step */
#define GROW_SPLITS 5 /* of a goal, in the first circuit of a walk */
#define MOST_NEW 7    /* gates that a step may add for an output */
#define PATIENCE 600  /* steps without progress, after which gates may be added */
#define WAYS_OUT 400  /* of a circuit, before the walk begins anew */

uint64_t random_state;

/* Returns the inputs for which a gate affects an output. Bars the gate and all that depend on it. */
static uint64_t find_care(const circuit *c, unsigned at, uint8_t *barred) {
    uint64_t flipped[MOST], care = 0;
    memcpy(flipped, c->value, sizeof flipped);
    flipped[at] = ~c->value[at];
    barred[at] = 1;
    for (unsigned i = at + 1; i < c->signals; i++) {
        const gate g = c->gates[i];
        if (barred[g.in[0]] | barred[g.in[1]] | barred[g.in[2]]) {
            flipped[i] = apply(flipped[g.in[0]], flipped[g.in[1]], flipped[g.in[2]], g.table);
            barred[i] = 1;
        }
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        const gate g = c->out[i];
        care |= apply(0, flipped[g.in[1]], flipped[g.in[2]], g.table & 15) ^ output_value(c, g);
    }
    return care;
}

/* Marks the gates that are not needed without gate `at`. Returns their number. */
static unsigned mark_lonely(const circuit *c, unsigned at, uint8_t *lonely) {
    uint8_t needed[MOST] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < OUTPUTS; i++) {
        needed[c->out[i].in[1]] = needed[c->out[i].in[2]] = 1;
    }
    for (unsigned i = c->signals; i-- > INPUTS;) {
        if (i == at || !needed[i]) {
            lonely[i] = 1;
            n++;
        } else {
            for (unsigned k = 0; k < 3; k++) {
                needed[c->gates[i].in[k]] = 1;
            }
        }
    }
    return n;
}

/* Replaces the outputs whose bit is set in `which`. Returns 0 if it cannot with `most` signals. */
static int replace_outputs(circuit *c, const uint64_t goals[OUTPUTS], unsigned which, unsigned most,
                           unsigned splits, int all) {
    circuit to;
    literal place[MOST];
    begin_copy(&to, place);
    copy_outputs(c, &to, place, which);
    while (which != 0) {
        const unsigned i = below(OUTPUTS);
        if (which >> i & 1) {
            gate root;
            if (to.signals > most || !build_output(&to, goals[i], most - to.signals, splits, all, &root)) {
                return 0;
            }
            to.out[i] = root;
            which &= ~(1u << i);
        }
    }
    sweep(&to);
    *c = to;
    return 1;
}

static void replace_gate(circuit *c, unsigned at, unsigned slack) {
    uint8_t barred[MOST] = {0}, lonely[MOST] = {0};
    literal place[MOST];
    const uint64_t care = find_care(c, at, barred);
    const unsigned freed = mark_lonely(c, at, lonely);
    circuit to;
    begin_copy(&to, place);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        if (!barred[i] && !lonely[i]) {
            copy(c, &to, place, i);
        }
    }
    if (!build(&to, c->value[at], care, freed + slack, SPLITS, 0, &place[at])) {
        return;
    }
    copy_outputs(c, &to, place, 0);
    sweep(&to);
    if (to.signals <= c->signals + slack) {
        *c = to;
    }
}

/* Does one step of the walk. slack: number of gates by which the circuit may grow. */
static void step(circuit *c, const uint64_t goals[OUTPUTS], unsigned slack) {
    const unsigned pick = below(c->signals - INPUTS + OUTPUTS);
    if (pick >= OUTPUTS) {
        replace_gate(c, INPUTS + pick - OUTPUTS, slack);
    } else {
        replace_outputs(c, goals, 1u << pick | 1u << below(OUTPUTS), c->signals + slack, SPLITS, 0);
    }
}

/* Makes a circuit of the inputs. */
static void grow(circuit *c, const uint64_t goals[OUTPUTS]) {
    begin(c);
    while (!replace_outputs(c, goals, (1u << OUTPUTS) - 1, MOST, GROW_SPLITS, 1)) {
    }
}

/* Sets the goals to S(x) ^ S(0). */
static void sought(unsigned box, uint64_t goals[OUTPUTS]) {
    goals_of(box, goals);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        goals[i] ^= 0 - (goals[i] & 1);
    }
}

static void verify(const circuit *c, const uint64_t goals[OUTPUTS]) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (output_value(c, c->out[i]) != goals[i]) {
            fprintf(stderr, "three: a step changed output %u\n", i);
            exit(1);
        }
    }
}

static void search(unsigned box, circuit *best, double seconds, const char *path, circuit all[BOXES]) {
    const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    uint64_t goals[OUTPUTS];
    circuit now = *best;
    unsigned least = now.signals, quiet = 0, ways = 0, steps = 0;
    sought(box, goals);
    while (clock() < end) {
        step(&now, goals, 0);
        verify(&now, goals);
        steps++;
        quiet++;
        if (now.signals < least) {
            least = now.signals;
            quiet = ways = 0;
        }
        if (now.signals <= best->signals) {
            const int smaller = now.signals < best->signals;
            *best = now;
            if (smaller) {
                write_three(path, all);
                printf("S%u: %u gates\n", box + 1, now.signals - INPUTS);
                fflush(stdout);
            }
        }
        if (quiet > PATIENCE) {
            quiet = 0;
            ways++;
            if (ways > WAYS_OUT) {
                grow(&now, goals);
                printf("S%u: begins at %u gates after %u steps\n", box + 1, now.signals - INPUTS, steps);
                fflush(stdout);
                ways = 0;
            } else {
                for (unsigned n = below(3) + 1; n > 0; n--) {
                    step(&now, goals, below(2) + 1);
                }
            }
            least = now.signals;
        }
    }
    printf("S%u: %u gates after %g s, %u steps\n", box + 1, best->signals - INPUTS, seconds, steps);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: three FILE SECONDS SEED [BOX...]\n", stderr);
        return 2;
    }
    static circuit best[BOXES];
    random_state = strtoull(argv[3], NULL, 0) * 2 + 1;
    read_three(argv[1], best);
    for (unsigned box = 0; box < BOXES; box++) {
        uint64_t goals[OUTPUTS];
        sought(box, goals);
        if (best[box].signals == 0) {
            grow(&best[box], goals);
        }
        verify(&best[box], goals);
        printf("S%u: begins at %u gates\n", box + 1, best[box].signals - INPUTS);
    }
    for (unsigned box = 0; box < BOXES; box++) {
        int wanted = argc == 4;
        for (int i = 4; i < argc; i++) {
            wanted |= atoi(argv[i]) == (int)box + 1;
        }
        if (wanted) {
            search(box, &best[box], atof(argv[2]), argv[1], best);
        }
    }
    write_three(argv[1], best);
    return 0;
}
