/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES, for the bit-sliced kernels.
 *
 *     cc -O3 -march=native -Isrc -o sbox_search tools/sbox_search.c
 *     ./sbox_search FILE SECONDS SEED [BOX...]
 *
 * FILE holds the best circuits known; it is read if it exists, and replaced whenever a smaller one
 * is found. SECONDS of processor time for each box. The same arguments and file give the same
 * circuits as long as the time allows the same number of steps.
 *
 * What is sought. The kernels let a complement travel with a value: S(x) ^ S(0) is as good as S(x),
 * because the difference is part of the round keys. Then no circuit needs NOT, for a signal and its
 * complement are worth the same, and a circuit that maps 0 to 0 can be written with AND, OR, XOR
 * and AND-NOT alone: where a gate wants a complement, one of these gives its result or the
 * complement of it. So the search works with two gates, AND and XOR, and complements are free.
 *
 * How. A walk: an output, or a gate within, is torn out with all that only it needs and made anew
 * from the signals that are left, right where it matters to an output and anything elsewhere
 * (`step`). Up to four gates are found by looking at all there are (`find`); more by splitting the
 * goal in two (`build`). What is no larger is kept. Where nothing has been gained for long, a few
 * steps may add gates.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "des/fips46.h"

#define INPUTS 6
#define OUTPUTS 4
#define MOST 250        /* signals */
#define PATIENCE 150 /* steps without a gain after which another circuit is begun */

/* A signal, with its complement: 2 * number, + 1 for the complement. */
typedef uint8_t literal;

typedef struct gate {
    literal a, b;
    uint8_t is_xor;
} gate;

/* gates[i], i >= INPUTS, reads lower-numbered signals only. */
typedef struct circuit {
    unsigned signals;
    gate gates[MOST];
    uint64_t value[MOST]; /* for each of the 64 inputs */
    literal out[OUTPUTS];
} circuit;

static uint64_t random_state;

static uint64_t random64(void) {
    uint64_t x = random_state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    random_state = x;
    return x * 0x9e3779b97f4a7c15u;
}

static unsigned below(unsigned n) {
    return (unsigned)((random64() >> 32) * n >> 32);
}

static uint64_t value_of(const circuit *c, literal x) {
    return c->value[x / 2] ^ (0 - (uint64_t)(x & 1));
}

static uint64_t evaluate(const circuit *c, gate g) {
    return g.is_xor ? value_of(c, g.a) ^ value_of(c, g.b) : value_of(c, g.a) & value_of(c, g.b);
}

static literal add(circuit *c, gate g) {
    const uint64_t value = evaluate(c, g);
    for (unsigned i = 0; i < c->signals; i++) {
        if (c->value[i] == value || c->value[i] == ~value) {
            return (literal)(2 * i + (c->value[i] != value));
        }
    }
    if (c->signals == MOST) {
        fprintf(stderr, "sbox_search: a circuit of more than %d signals\n", MOST);
        exit(1);
    }
    c->gates[c->signals] = g;
    c->value[c->signals] = value;
    return (literal)(2 * c->signals++);
}

static void begin(circuit *c) {
    c->signals = INPUTS;
    for (unsigned i = 0; i < INPUTS; i++) {
        c->value[i] = 0;
        for (unsigned x = 0; x < 64; x++) {
            c->value[i] |= (uint64_t)(x >> i & 1) << x;
        }
    }
}

/* Bit x of goals[i]: output i (0: the standard's first) where input j is bit j of x (bit 0: the
 * standard's first). */
static void goals_of(unsigned box, uint64_t goals[OUTPUTS]) {
    memset(goals, 0, OUTPUTS * sizeof *goals);
    for (unsigned x = 0; x < 64; x++) {
        const unsigned row = (x & 1) << 1 | x >> 5;
        const unsigned column =
            (x >> 1 & 1) << 3 | (x >> 2 & 1) << 2 | (x >> 3 & 1) << 1 | (x >> 4 & 1);
        for (unsigned i = 0; i < OUTPUTS; i++) {
            goals[i] |= (uint64_t)(fips46_S[box][row][column] >> (3 - i) & 1) << x;
        }
    }
}

/* -- up to four gates -------------------------------------------------------------------------- */

/* What to make a goal of: nothing, a signal, a gate of two, or a gate of a signal and such a one. */
typedef struct part {
    uint8_t gates; /* 0 to 2 */
    gate inner;    /* of signals */
    gate outer;    /* of a signal and the inner gate's result, of which b is the complement bit */
    literal signal;
    uint8_t nothing;
} part;

/* a ^ b, or a & b with complements; none: a alone. */
typedef struct plan {
    unsigned gates;
    part a, b;
    uint8_t is_xor, joined, not_a, not_b, flip;
    unsigned found;
} plan;

#define SLOTS 65536
#define WIDER 4096

typedef struct table {
    uint64_t key[SLOTS];
    part what[SLOTS];
    uint8_t used[SLOTS];
    uint64_t filter[SLOTS * 4 / 64];
} table;

static table known;

static uint64_t hash(uint64_t key) {
    return key * 0x9e3779b97f4a7c15u ^ key >> 29;
}

/* The care bits of a value or of its complement, whichever has a 0 at the first of them. */
static uint64_t canonical(uint64_t value, uint64_t care, unsigned first) {
    return (value ^ (0 - (value >> first & 1))) & care;
}

static unsigned slot_of(uint64_t key) {
    unsigned i = (unsigned)(hash(key) >> 48);
    while (known.used[i] && known.key[i] != key) {
        i = (i + 1) % SLOTS;
    }
    return i;
}

static void enter(uint64_t key, const part *what) {
    const unsigned i = slot_of(key);
    if (!known.used[i] || (known.what[i].gates == what->gates && below(3) == 0)) {
        known.used[i] = 1;
        known.key[i] = key;
        known.what[i] = *what;
        const uint64_t h = hash(key) >> 46;
        known.filter[h / 64] |= (uint64_t)1 << h % 64;
    }
}

static int better(plan *best, unsigned gates) {
    if (gates > best->gates) {
        return 0;
    }
    if (gates < best->gates) {
        best->gates = gates;
        best->found = 0;
    }
    return below(++best->found) == 0;
}

/* A sum with something known, or by itself. */
static void try_sum(plan *best, const part *a, uint64_t value, uint64_t goal, uint64_t care,
                    unsigned first) {
    const uint64_t key = canonical(value ^ goal, care, first);
    const uint64_t h = hash(key) >> 46;
    if (!(known.filter[h / 64] >> h % 64 & 1)) {
        return;
    }
    const unsigned i = slot_of(key);
    if (!known.used[i]) {
        return;
    }
    const part *b = &known.what[i];
    const int joined = !a->nothing && !b->nothing;
    if (better(best, a->gates + b->gates + (unsigned)joined)) {
        best->a = a->nothing ? *b : *a;
        best->b = *b;
        best->joined = (uint8_t)joined;
        best->is_xor = 1;
    }
}

typedef struct factor {
    uint64_t value;
    part what;
    uint8_t complement;
} factor;

static factor wider[2][WIDER];

/* The cheapest way found to give goal on care with no more than `most` gates; best->gates > most if
 * there is none. */
static void find(const circuit *c, uint64_t goal, uint64_t care, unsigned most, plan *best) {
    const unsigned n = c->signals, first = (unsigned)__builtin_ctzll(care | (uint64_t)1 << 63);
    unsigned count[2] = {0, 0};
    const uint64_t ones[2] = {goal & care, ~goal & care};
    const part nothing = {.nothing = 1};
    best->gates = most + 1;
    best->found = 0;
    memset(known.used, 0, sizeof known.used);
    memset(known.filter, 0, sizeof known.filter);
    enter(0, &nothing);
#define CONSIDER(what_, value_)                                                                  \
    do {                                                                                         \
        try_sum(best, &(what_), value_, goal, care, first);                                      \
        for (unsigned k = 0; k < 2; k++) {                                                       \
            for (unsigned t = 0; t < 2; t++) {                                                   \
                const uint64_t v_ = (value_) ^ (0 - (uint64_t)t);                                \
                if ((ones[k] & ~v_) == 0 && count[k] < WIDER) {                                  \
                    wider[k][count[k]++] = (factor){v_, what_, (uint8_t)t};                      \
                }                                                                                \
            }                                                                                    \
        }                                                                                        \
    } while (0)
    for (unsigned i = 0; i < n; i++) {
        const part what = {.signal = (literal)(2 * i)};
        enter(canonical(c->value[i], care, first), &what);
    }
    for (unsigned i = 0; i < n; i++) {
        const part what = {.signal = (literal)(2 * i)};
        CONSIDER(what, c->value[i]);
    }
    if (best->gates > 1 && most >= 1) {
        for (unsigned pass = 0; pass < 2 && (pass == 0 || most >= 2); pass++) {
            for (unsigned i = 1; i < n; i++) {
                for (unsigned j = 0; j < i; j++) {
                    for (unsigned kind = 0; kind < 5; kind++) {
                        part what = {.gates = 1};
                        what.inner = (gate){(literal)(2 * i + (kind & 1)),
                                            (literal)(2 * j + (kind >> 1 & 1)), kind == 4};
                        const uint64_t h = evaluate(c, what.inner);
                        if (pass == 0) {
                            enter(canonical(h, care, first), &what);
                        } else {
                            CONSIDER(what, h);
                        }
                    }
                }
            }
            if (pass == 0) {
                try_sum(best, &nothing, 0, goal, care, first);
            }
        }
    }
    if (best->gates > 2 && most >= 2) {
        for (unsigned i = 1; i < n; i++) {
            for (unsigned j = 0; j < i; j++) {
                for (unsigned kind = 0; kind < 5; kind++) {
                    part what = {.gates = 2};
                    what.inner = (gate){(literal)(2 * i + (kind & 1)),
                                        (literal)(2 * j + (kind >> 1 & 1)), kind == 4};
                    const uint64_t h = evaluate(c, what.inner);
                    for (unsigned x = 0; x < n; x++) {
                        const uint64_t v = c->value[x];
                        what.outer = (gate){(literal)(2 * x), 0, 1};
                        if (kind != 4) {
                            CONSIDER(what, h ^ v);
                        }
                        for (unsigned o = 0; o < 4; o++) {
                            what.outer = (gate){(literal)(2 * x + (o & 1)), (literal)(o >> 1), 0};
                            const uint64_t w =
                                (v ^ (0 - (uint64_t)(o & 1))) & (h ^ (0 - (uint64_t)(o >> 1)));
                            CONSIDER(what, w);
                        }
                    }
                }
            }
        }
    }
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < count[k]; i++) {
            const factor *a = &wider[k][i];
            for (unsigned j = 0; j < i; j++) {
                const factor *b = &wider[k][j];
                if ((a->value & b->value & ones[1 - k]) == 0 &&
                    a->what.gates + b->what.gates + 1u <= best->gates &&
                    better(best, a->what.gates + b->what.gates + 1u)) {
                    best->a = a->what;
                    best->b = b->what;
                    best->joined = 1;
                    best->is_xor = 0;
                    best->not_a = a->complement;
                    best->not_b = b->complement;
                }
            }
        }
    }
}

static literal add_part(circuit *c, const part *what) {
    if (what->gates == 0) {
        return what->signal;
    }
    const literal inner = add(c, what->inner);
    if (what->gates == 1) {
        return inner;
    }
    return add(c, (gate){what->outer.a, inner ^ what->outer.b, what->outer.is_xor});
}

/* Adds the gates of a plan; the literal is goal on care. */
static literal carry_out(circuit *c, const plan *p, uint64_t goal, uint64_t care) {
    literal x = add_part(c, &p->a);
    if (p->joined) {
        const literal y = add_part(c, &p->b);
        x = p->is_xor ? add(c, (gate){x, y, 1}) : add(c, (gate){x ^ p->not_a, y ^ p->not_b, 0});
    }
    return x ^ (((value_of(c, x) ^ goal) & care) != 0);
}

/* -- more gates -------------------------------------------------------------------------------- */

/* A literal that is goal on care. Where no few gates do, the goal is split by an input or another
 * signal: what it is where that is 0, and what changes where it is 1. tries: how many
 * splits are compared. */
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

/* Copies what x needs, which is `to`'s numbering of it afterwards (0xff: not there yet). */
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

/* The circuit without gates that no output needs, in an order of its own. */
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

/* Marks the gates that nothing needs once `at` is gone, `at` among them; returns how many. */
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

/* For which inputs the value of `at` matters to an output. Bars it and whatever depends on it. */
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

/* One step of the walk: a gate, and what only it needs, is torn out and made anew. slack: by how
 * many gates the circuit may grow. */
static void step(circuit *c, unsigned slack) {
    const unsigned at =
        below(4) == 0 ? c->out[below(OUTPUTS)] / 2 : INPUTS + below(c->signals - INPUTS);
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
            fprintf(stderr, "sbox_search: a step changed output %u\n", i);
            exit(1);
        }
    }
}

/* -- the file of results ----------------------------------------------------------------------- */

/* A circuit as the kernels compute it: every signal is 0 for the input 0. */
static void write_circuit(FILE *file, unsigned box, const circuit *c) {
    fprintf(file, "S%u %u", box + 1, c->signals - INPUTS);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        const gate g = c->gates[i];
        unsigned a = g.a / 2, b = g.b / 2;
        /* Is the factor 0 or 1 for the input 0? */
        const unsigned x = value_of(c, g.a) & 1, y = value_of(c, g.b) & 1;
        char symbol = g.is_xor ? '^' : x && y ? '|' : x || y ? '~' : '&';
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

static void write_file(const char *path, const circuit best[8]) {
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    FILE *file = fopen(temporary, "w");
    if (file == NULL) {
        perror(temporary);
        exit(1);
    }
    fputs("# Circuits of the S-boxes of DES, found by tools/sbox_search.c, which says how.\n"
          "# S-box, gates; then each gate as two signals: ^ XOR, & AND, | OR, ~ the first and not\n"
          "# the second. Signals 0 to 5 are the inputs in the standard's order, 6 is the first gate.\n"
          "# Last, behind the colon, the outputs in the standard's order, each with what it is for\n"
          "# the inputs 000000 added: S(x) ^ S(0).\n", file);
    for (unsigned box = 0; box < 8; box++) {
        write_circuit(file, box, &best[box]);
    }
    if (fclose(file) != 0 || rename(temporary, path) != 0) {
        perror(path);
        exit(1);
    }
}

static void read_file(const char *path, circuit best[8]) {
    FILE *file = fopen(path, "r");
    char line[256];
    if (file == NULL) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL && line[0] == '#') {
    }
    for (unsigned box = 0; box < 8; box++) {
        circuit *c = &best[box];
        unsigned number, gates, a, b, known = 1;
        char symbol;
        begin(c);
        known = box == 0 ? sscanf(line, "S%u %u", &number, &gates) == 2
                         : fscanf(file, " S%u %u", &number, &gates) == 2;
        known = known && number == box + 1 && gates <= MOST - INPUTS;
        for (unsigned i = 0; known && i < gates; i++) {
            known = fscanf(file, " %u%c%u", &a, &symbol, &b) == 3 && a < c->signals &&
                    b < c->signals;
            if (known) {
                const unsigned or = symbol == '|';
                const gate g = {(literal)(2 * a + or), (literal)(2 * b + (or || symbol == '~')),
                                symbol == '^'};
                c->gates[c->signals] = g;
                c->value[c->signals] = evaluate(c, g) ^ (0 - (uint64_t)or);
                c->signals++;
            }
        }
        known = known && fscanf(file, " %c", &symbol) == 1 && symbol == ':';
        for (unsigned i = 0; known && i < OUTPUTS; i++) {
            known = fscanf(file, "%u", &a) == 1 && a < c->signals;
            c->out[i] = (literal)(2 * a);
        }
        if (!known) {
            fprintf(stderr, "sbox_search: %s: S%u is not as it should be\n", path, box + 1);
            exit(1);
        }
    }
    fclose(file);
}

/* The gates of a file have their OR as a complement that the values above lack: put it right. */
static void settle(circuit *c, const uint64_t goals[OUTPUTS]) {
    circuit to;
    literal place[MOST];
    begin(&to);
    for (unsigned i = 0; i < c->signals; i++) {
        if (i < INPUTS) {
            place[i] = (literal)(2 * i);
            continue;
        }
        const gate g = c->gates[i];
        const literal new = add(&to, (gate){place[g.a / 2] ^ (g.a & 1), place[g.b / 2] ^ (g.b & 1),
                                            g.is_xor});
        place[i] = new ^ (value_of(&to, new) & 1);
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        to.out[i] = place[c->out[i] / 2] ^ (goals[i] & 1);
    }
    *c = to;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: sbox_search FILE SECONDS SEED [BOX...]\n", stderr);
        return 2;
    }
    static circuit best[8];
    const double seconds = atof(argv[2]);
    random_state = strtoull(argv[3], NULL, 0) * 2 + 1;
    read_file(argv[1], best);
    for (unsigned box = 0; box < 8; box++) {
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
    for (unsigned box = 0; box < 8; box++) {
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
