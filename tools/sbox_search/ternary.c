/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES made of gates with three inputs and any table,
 * for the bit-sliced kernels of processors that have them (vpternlogd).
 *
 *     cc -O3 -march=native -Isrc -o ternary tools/sbox_search/ternary.c
 *     ./ternary src/des/sbox_circuits.txt FILE SECONDS SEED [BOX...]
 *
 * FILE holds the best circuits known; it is read if it exists, and replaced whenever a smaller one
 * is found. A box that it lacks begins as its circuit of gates with two inputs, from the first
 * file. SECONDS of processor time for each box. The same arguments and files give the same
 * circuits as long as the time allows the same number of steps.
 *
 * What is sought. A kernel adds each output to a bit of the half block, and a gate with three
 * inputs can do that and more: so an output is any function of two signals, and free. Only the gates
 * behind it count. S(x) ^ S(0) is sought, as with two inputs.
 *
 * How. A walk: an output or a gate is torn out with all that only it needs (`step`), and made anew
 * from the signals that are left, right where it matters to an output. One gate or two are found by
 * looking at all there are (`find`): a table of three signals is possible if no two inputs that
 * want different results look alike to them. A third gate, or more, by taking two signals to split
 * the inputs: where they settle the result, the gate behind them may give anything (`build`). What is
 * no larger is kept. Where nothing has been gained for long, a few steps may add gates.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common.h"

#define MOST 64      /* signals: as many as a word has bits */
#define MOST_NEW 4   /* gates that a step makes */
#define PATIENCE 400 /* steps without a gain after which gates may be added */

uint64_t random_state;

/* Three signals and what they give: bit 4a + 2b + c of the table. Of an output: a is no signal, and
 * bit 2b + c counts. */
typedef struct gate {
    uint8_t in[3], table;
} gate;

typedef struct circuit {
    unsigned signals;
    gate gates[MOST]; /* read lower-numbered signals only */
    uint64_t value[MOST];
    gate out[OUTPUTS];
} circuit;

static uint64_t apply(uint64_t a, uint64_t b, uint64_t c, unsigned table) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (table >> i & 1) {
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
        }
    }
    return result;
}

/* The signal's number; if there is one with the same value, that one's. */
static uint8_t add(circuit *c, gate g) {
    const uint64_t value = apply(c->value[g.in[0]], c->value[g.in[1]], c->value[g.in[2]], g.table);
    for (unsigned i = 0; i < c->signals; i++) {
        if (c->value[i] == value) {
            return (uint8_t)i;
        }
    }
    if (c->signals == MOST) {
        fprintf(stderr, "ternary: a circuit of more than %d signals\n", MOST);
        exit(1);
    }
    c->gates[c->signals] = g;
    c->value[c->signals] = value;
    return (uint8_t)c->signals++;
}

static void begin(circuit *c) {
    c->signals = INPUTS;
    for (unsigned i = 0; i < INPUTS; i++) {
        c->value[i] = input_value(i);
    }
}

/* -- one gate or two --------------------------------------------------------------------------- */

/* What there is for a goal: the root reads `known` signals, and of the gates behind it in[0]. */
typedef struct plan {
    gate root, inner;
    unsigned found;
} plan;

#define PAIRS 24

/* Inputs of which some want 1 and some want 0: signals that tell two such apart, as sets. A triple
 * of signals that is to tell all apart must have something in common with each. */
typedef struct quarrel {
    uint64_t tell[PAIRS];
    unsigned n;
} quarrel;

static uint64_t differ(const uint64_t columns[64], unsigned x, unsigned y) {
    return columns[x] ^ columns[y];
}

static unsigned any_of(uint64_t set) {
    for (unsigned skip = below((unsigned)__builtin_popcountll(set)); skip > 0; skip--) {
        set &= set - 1;
    }
    return (unsigned)__builtin_ctzll(set);
}

static void more_quarrel(quarrel *q, const uint64_t columns[64], uint64_t on, uint64_t off,
                         unsigned many) {
    for (unsigned i = 0; i < many && q->n < PAIRS; i++) {
        uint64_t best = ~(uint64_t)0;
        for (unsigned t = 0; t < 4; t++) {
            const uint64_t tell = differ(columns, any_of(on), any_of(off));
            if (__builtin_popcountll(tell) < __builtin_popcountll(best)) {
                best = tell;
            }
        }
        q->tell[q->n++] = best;
    }
}

static int settles(const quarrel *q, uint64_t triple) {
    for (unsigned i = 0; i < q->n; i++) {
        if ((q->tell[i] & triple) == 0) {
            return 0;
        }
    }
    return 1;
}

/* Bit r: some input of the set is in cell r of the triple. */
static unsigned cells(const uint64_t v[3], uint64_t set) {
    unsigned result = 0;
    for (unsigned r = 0; r < 8; r++) {
        result |= (unsigned)((set & (r & 4 ? v[0] : ~v[0]) & (r & 2 ? v[1] : ~v[1]) &
                              (r & 1 ? v[2] : ~v[2])) != 0)
                  << r;
    }
    return result;
}

static int chosen(plan *best) {
    return below(++best->found) == 0;
}

/* A table for what must be 1 and what must be 0; by chance where neither. */
static uint8_t table_of(unsigned ones, unsigned zeros) {
    return (uint8_t)((ones | (unsigned)random64()) & ~zeros);
}

static void columns_of(const circuit *c, uint64_t columns[64]) {
    memset(columns, 0, 64 * sizeof *columns);
    for (unsigned i = 0; i < c->signals; i++) {
        for (unsigned x = 0; x < 64; x++) {
            columns[x] |= (c->value[i] >> x & 1) << i;
        }
    }
}

/* The outer root's cells by the signals in[1] and in[2], or in[2] alone for an output. */
static uint64_t outer(const circuit *c, const gate *root, int output, unsigned q) {
    const uint64_t b = c->value[root->in[1]], e = c->value[root->in[2]];
    return (output ? ~(uint64_t)0 : q & 2 ? b : ~b) & (q & 1 ? e : ~e);
}

/* One gate of three signals (an output: no gate, two signals). */
static void find_one(const circuit *c, uint64_t goal, uint64_t care, int output,
                     const uint64_t columns[64], plan *best) {
    const uint64_t on = goal & care, off = ~goal & care;
    quarrel all = {.n = 0};
    if (on != 0 && off != 0) {
        more_quarrel(&all, columns, on, off, PAIRS);
    }
    for (unsigned i = 0; i < (output ? 1 : c->signals); i++) {
        for (unsigned j = output ? 1 : i + 1; j < c->signals; j++) {
            for (unsigned k = output ? 0 : j + 1; k < (output ? j : c->signals); k++) {
                const uint64_t triple =
                    (output ? 0 : (uint64_t)1 << i) | (uint64_t)1 << j | (uint64_t)1 << k;
                if (!settles(&all, triple)) {
                    continue;
                }
                const uint64_t v[3] = {output ? 0 : c->value[i], c->value[j], c->value[k]};
                const unsigned ones = cells(v, on), zeros = cells(v, off);
                if ((ones & zeros) == 0 && chosen(best)) {
                    best->root = (gate){{(uint8_t)i, (uint8_t)j, (uint8_t)k},
                                        table_of(ones, zeros)};
                }
            }
        }
    }
}

/* One triple behind a root whose cells want on[q] and off[q]: can it be, and with what tables? */
static int fits(const uint64_t v[3], unsigned count, const uint64_t on[4], const uint64_t off[4],
                gate *root, gate *inner) {
    unsigned ones[4], zeros[4], want = 0, not = 0, table = 0;
    for (unsigned q = 0; q < count; q++) {
        ones[q] = cells(v, on[q]);
        zeros[q] = cells(v, off[q]);
        if (ones[q] != 0 && zeros[q] != 0 && (ones[q] & zeros[q]) != 0) {
            return 0;
        }
    }
    for (unsigned q = 0; q < count; q++) {
        if (ones[q] == 0 || zeros[q] == 0) {
            table |= (ones[q] != 0) * (0x11u << q);
        } else if ((want & zeros[q]) == 0 && (not & ones[q]) == 0) {
            want |= ones[q];
            not |= zeros[q];
            table |= 0x10u << q;
        } else if ((want & ones[q]) == 0 && (not & zeros[q]) == 0) {
            want |= zeros[q];
            not |= ones[q];
            table |= 0x01u << q;
        } else {
            return 0;
        }
    }
    root->table = (uint8_t)table;
    inner->table = table_of(want, not );
    return 1;
}

/* A root with another gate behind it. For an output the root has one more signal, else two. The
 * root's table is by in[0], the gate behind it; an output's is put right in `carry_out`. */
static void find_two(const circuit *c, uint64_t goal, uint64_t care, int output,
                     const uint64_t columns[64], plan *best) {
    const unsigned n = c->signals, count = output ? 2 : 4;
    for (unsigned d = 0; d < (output ? 1 : n); d++) {
        for (unsigned e = output ? 0 : d + 1; e < n; e++) {
            gate root = {{0, (uint8_t)d, (uint8_t)e}, 0}, inner;
            uint64_t on[4], off[4];
            quarrel all = {.n = 0};
            for (unsigned q = 0; q < count; q++) {
                const uint64_t cell = outer(c, &root, output, q);
                on[q] = goal & care & cell;
                off[q] = ~goal & care & cell;
                if (on[q] != 0 && off[q] != 0) {
                    more_quarrel(&all, columns, on[q], off[q], PAIRS / count);
                }
            }
            for (unsigned i = 0; i < n; i++) {
                for (unsigned j = i + 1; j < n; j++) {
                    const uint64_t pair = (uint64_t)1 << i | (uint64_t)1 << j;
                    uint64_t third = ~(uint64_t)1 << j & ~(uint64_t)0 >> (64 - n);
                    for (unsigned t = 0; t < all.n; t++) {
                        if ((all.tell[t] & pair) == 0) {
                            third &= all.tell[t];
                        }
                    }
                    for (; third != 0; third &= third - 1) {
                        const unsigned k = (unsigned)__builtin_ctzll(third);
                        const uint64_t v[3] = {c->value[i], c->value[j], c->value[k]};
                        inner.in[0] = (uint8_t)i;
                        inner.in[1] = (uint8_t)j;
                        inner.in[2] = (uint8_t)k;
                        if (fits(v, count, on, off, &root, &inner) && chosen(best)) {
                            best->root = root;
                            best->inner = inner;
                        }
                    }
                }
            }
        }
    }
}

/* -- more gates -------------------------------------------------------------------------------- */

/* An output of the signals in[0] and in[2] of a gate that has in[0] as its first. */
static gate as_output(gate g) {
    const unsigned t = g.table;
    return (gate){{0, g.in[0], g.in[2]}, (uint8_t)((t & 3) | (t >> 4 & 3) << 2)};
}

static uint64_t output_value(const circuit *c, gate g) {
    return apply(0, c->value[g.in[1]], c->value[g.in[2]], g.table & 15);
}

/* Gates to give goal on care, `most` of them or fewer (an output's root is not counted). The root is
 * left in *root, of signals that are there. 0: none found. */
static int build(circuit *c, uint64_t goal, uint64_t care, int output, unsigned most, gate *root) {
    uint64_t columns[64];
    plan p = {.found = 0};
    columns_of(c, columns);
    if (output || most >= 1) {
        find_one(c, goal, care, output, columns, &p);
        if (p.found > 0) {
            *root = p.root;
            return 1;
        }
    }
    if (most + (unsigned)output < 2) {
        return 0;
    }
    find_two(c, goal, care, output, columns, &p);
    if (p.found > 0) {
        p.root.in[0] = add(c, p.inner);
        *root = output ? as_output(p.root) : p.root;
        return 1;
    }
    if (most + (unsigned)output < 3) {
        return 0;
    }
    for (unsigned tries = most > 3 ? 4 : 3; tries > 0; tries--) {
        /* the best of a few pairs that split the inputs, and by chance the gate's or its complement */
        gate outermost = {{0, 0, 0}, 0};
        uint64_t left = 0, flip = 0;
        unsigned fewest = 65;
        for (unsigned i = 0; i < 12; i++) {
            gate g = {{0, (uint8_t)below(c->signals), (uint8_t)below(c->signals)}, 0};
            uint64_t rest = 0, turned = 0;
            for (unsigned q = 0; q < (output ? 2u : 4u); q++) {
                const uint64_t cell = outer(c, &g, output, q) & care;
                if ((goal & cell) == 0 || (~goal & cell) == 0) {
                    g.table |= (uint8_t)((((goal & cell) != 0) ? 0x11u : 0) << q);
                    continue;
                }
                const unsigned turn = below(2);
                g.table |= (uint8_t)((turn ? 0x01u : 0x10u) << q);
                turned |= turn ? cell : 0;
                rest |= cell;
            }
            if ((unsigned)__builtin_popcountll(rest) < fewest) {
                fewest = (unsigned)__builtin_popcountll(rest);
                outermost = g;
                left = rest;
                flip = turned;
            }
        }
        circuit each = *c;
        gate inner;
        if (fewest == 0 || !build(&each, goal ^ flip, left, 0, most - 1 + (unsigned)output, &inner)) {
            continue;
        }
        outermost.in[0] = add(&each, inner);
        *c = each;
        *root = output ? as_output(outermost) : outermost;
        return 1;
    }
    return 0;
}

/* -- the walk ---------------------------------------------------------------------------------- */

#define NOWHERE 0xff

/* Copies what signal i needs, which is `to`'s number of it afterwards. */
static uint8_t copy(const circuit *from, circuit *to, uint8_t *place, unsigned i) {
    if (place[i] == NOWHERE) {
        gate g = from->gates[i];
        for (unsigned k = 0; k < 3; k++) {
            g.in[k] = copy(from, to, place, g.in[k]);
        }
        place[i] = add(to, g);
    }
    return place[i];
}

static void begin_copy(circuit *to, uint8_t *place) {
    begin(to);
    memset(place, NOWHERE, MOST);
    for (unsigned i = 0; i < INPUTS; i++) {
        place[i] = (uint8_t)i;
    }
}

/* All outputs but one. */
static void copy_outputs(const circuit *from, circuit *to, uint8_t *place, unsigned but) {
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

static void sweep(circuit *c) {
    circuit to;
    uint8_t place[MOST];
    begin_copy(&to, place);
    copy_outputs(c, &to, place, OUTPUTS);
    *c = to;
}

/* Of a gate: for which inputs its value matters to an output. Bars it and what depends on it. */
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

/* Marks the gates that nothing needs once one (or, from MOST on, an output) is gone. Returns how
 * many. */
static unsigned mark_lonely(const circuit *c, unsigned at, uint8_t *lonely) {
    uint8_t needed[MOST] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (i + MOST != at) {
            needed[c->out[i].in[1]] = needed[c->out[i].in[2]] = 1;
        }
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

/* slack: by how many gates the circuit may grow. */
static void step(circuit *c, const uint64_t goals[OUTPUTS], unsigned slack) {
    const unsigned pick = below(c->signals - INPUTS + OUTPUTS);
    const int output = pick < OUTPUTS;
    const unsigned at = output ? MOST + pick : INPUTS + pick - OUTPUTS;
    uint8_t barred[MOST] = {0}, lonely[MOST] = {0}, place[MOST];
    const uint64_t care = output ? ~(uint64_t)0 : find_care(c, at, barred);
    const unsigned freed = mark_lonely(c, at, lonely);
    circuit to;
    gate root;
    begin_copy(&to, place);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        if (!barred[i] && !lonely[i]) {
            copy(c, &to, place, i);
        }
    }
    if (!build(&to, output ? goals[pick] : c->value[at], care, output,
               freed + slack < MOST_NEW ? freed + slack : MOST_NEW, &root)) {
        return;
    }
    if (output) {
        to.out[pick] = root;
    } else {
        place[at] = add(&to, root);
    }
    copy_outputs(c, &to, place, output ? pick : OUTPUTS);
    sweep(&to);
    if (to.signals <= c->signals + slack) {
        *c = to;
    }
}

/* S(x) ^ S(0). */
static void sought(unsigned box, uint64_t goals[OUTPUTS]) {
    goals_of(box, goals);
    for (unsigned i = 0; i < OUTPUTS; i++) {
        goals[i] ^= 0 - (goals[i] & 1);
    }
}

static void verify(const circuit *c, const uint64_t goals[OUTPUTS]) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (output_value(c, c->out[i]) != goals[i]) {
            fprintf(stderr, "ternary: a step changed output %u\n", i);
            exit(1);
        }
    }
}

/* -- files ------------------------------------------------------------------------------------- */

static void fail(const char *path, unsigned box) {
    fprintf(stderr, "ternary: %s: S%u is not as it should be\n", path, box + 1);
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

/* The circuits of gates with two inputs. */
static void read_two(const char *path, circuit best[BOXES]) {
    FILE *file = open_file(path);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    for (unsigned box = 0; box < BOXES; box++) {
        circuit *c = &best[box];
        unsigned number, gates, a, b;
        uint8_t place[256];
        char symbol;
        begin(c);
        if (fscanf(file, " S%u %u", &number, &gates) != 2 || number != box + 1 || gates > 200) {
            fail(path, box);
        }
        for (unsigned i = 0; i < INPUTS + gates; i++) {
            place[i] = (uint8_t)i;
            if (i < INPUTS) {
                continue;
            }
            if (fscanf(file, " %u%c%u", &a, &symbol, &b) != 3 || a >= i || b >= i) {
                fail(path, box);
            }
            /* by a and b: 11, 10, 01, 00 */
            const unsigned table = symbol == '^' ? 6 : symbol == '&' ? 8 : symbol == '|' ? 14 : 4;
            place[i] = add(c, (gate){{place[a], place[a], place[b]},
                                     (uint8_t)((table & 3) | (table >> 2) << 6)});
        }
        if (fscanf(file, " %c", &symbol) != 1 || symbol != ':') {
            fail(path, box);
        }
        for (unsigned i = 0; i < OUTPUTS; i++) {
            if (fscanf(file, "%u", &a) != 1 || a >= INPUTS + gates) {
                fail(path, box);
            }
            c->out[i] = (gate){{0, place[a], place[a]}, 8};
        }
        sweep(c);
    }
    fclose(file);
}

static void read_three(const char *path, circuit best[BOXES]) {
    FILE *file = open_file(path);
    if (file == NULL) {
        return;
    }
    for (unsigned box = 0; box < BOXES; box++) {
        circuit *c = &best[box];
        unsigned number, gates, in[3], table;
        begin(c);
        if (fscanf(file, " S%u %u", &number, &gates) != 2 || number != box + 1 ||
            gates > MOST - INPUTS) {
            fail(path, box);
        }
        for (unsigned i = INPUTS; i < INPUTS + gates; i++) {
            if (fscanf(file, " %u.%u.%u:%x", &in[0], &in[1], &in[2], &table) != 4 || in[0] >= i ||
                in[1] >= i || in[2] >= i || add(c, (gate){{(uint8_t)in[0], (uint8_t)in[1],
                                                  (uint8_t)in[2]}, (uint8_t)table}) != i) {
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

static void write_file(const char *path, const circuit best[BOXES]) {
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    FILE *file = fopen(temporary, "w");
    if (file == NULL) {
        perror(temporary);
        exit(1);
    }
    fputs("# Circuits of the S-boxes of DES with gates of three inputs, found by\n"
          "# tools/sbox_search/ternary.c, which says how. S-box, gates; then each gate as three\n"
          "# signals and a table, of which bit 4a + 2b + c is what they give. Signals 0 to 5 are\n"
          "# the inputs in the standard's order, 6 is the first gate. Last the outputs in the\n"
          "# standard's order, each two signals and a table by 2b + c of S(x) ^ S(0).\n", file);
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
    if (fclose(file) != 0 || rename(temporary, path) != 0) {
        perror(path);
        exit(1);
    }
}

static void search(unsigned box, circuit *best, double seconds, const char *path, circuit all[BOXES]) {
    const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    uint64_t goals[OUTPUTS];
    circuit now = *best;
    unsigned least = now.signals, quiet = 0, steps = 0;
    sought(box, goals);
    while (clock() < end) {
        step(&now, goals, 0);
        verify(&now, goals);
        steps++;
        quiet++;
        if (now.signals < least) {
            least = now.signals;
            quiet = 0;
        }
        if (now.signals <= best->signals) {
            const int smaller = now.signals < best->signals;
            *best = now;
            if (smaller) {
                write_file(path, all);
                printf("S%u: %u gates\n", box + 1, now.signals - INPUTS);
                fflush(stdout);
            }
        }
        if (quiet > PATIENCE) {
            quiet = 0;
            if (now.signals > best->signals + 2) {
                now = *best;
            }
            for (unsigned n = below(3) + 1; n > 0; n--) {
                step(&now, goals, below(2) + 1);
            }
            least = now.signals;
        }
    }
    printf("S%u: %u gates after %g s, %u steps\n", box + 1, best->signals - INPUTS, seconds, steps);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fputs("usage: ternary CIRCUITS FILE SECONDS SEED [BOX...]\n", stderr);
        return 2;
    }
    static circuit best[BOXES];
    random_state = strtoull(argv[4], NULL, 0) * 2 + 1;
    read_two(argv[1], best);
    read_three(argv[2], best);
    for (unsigned box = 0; box < BOXES; box++) {
        uint64_t goals[OUTPUTS];
        sought(box, goals);
        verify(&best[box], goals);
    }
    for (unsigned box = 0; box < BOXES; box++) {
        int wanted = argc == 5;
        for (int i = 5; i < argc; i++) {
            wanted |= atoi(argv[i]) == (int)box + 1;
        }
        if (wanted) {
            search(box, &best[box], atof(argv[3]), argv[2], best);
        }
    }
    write_file(argv[2], best);
    return 0;
}
