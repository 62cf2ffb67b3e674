/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES, of gates with two inputs, for the bit-sliced
 * kernels.
 *
 *     cc -O3 -march=native -Ispec -o two tools/sbox_search/two_*.c
 *     ./two [-s] FILE SECONDS SEED [BOX...]
 *
 * FILE contains the best known circuits. It is read if it exists and replaced whenever a smaller circuit
 * is found. SECONDS is the processor time for each box. The same arguments and file give the same
 * circuits if the time suffices for the same number of steps.
 *
 * Goal: S(x) ^ S(0) instead of S(x). The kernels add the difference to the round keys. So no circuit
 * needs NOT, because a signal and its complement are equally useful. A circuit that maps 0 to 0 can be
 * written with AND, OR, XOR and AND-NOT: if a gate needs the complement of an input, one of these
 * computes its result or the complement of its result. The search therefore uses two gates, AND and XOR,
 * with free complements.
 *
 * With -s a gate may also select one of two signals by a third, as the instructions bsl, bit and bif of
 * AArch64 do. Such a gate needs NOT if its two signals differ for the input 0. The search avoids that. These
 * instructions overwrite one of their operands, so that the cost of a circuit is then the number of its gates
 * and of the copies of registers (`copies`), and each step evaluates it.
 *
 * Method: a random walk of small steps, some 400,000 a second. A step removes a gate, and with it the gates
 * that nothing else needs. It computes the removed signal from the remaining signals by one to three gates,
 * right for those inputs for which it affects an output and arbitrary for the others. `find` tries all
 * combinations of one gate or two, a random part of those of three, and chooses one of those that suffice at
 * random. So the walk visits many circuits of the same size, and takes each step to a smaller one that it
 * finds. A fixed part of the steps may add a gate, up to a fixed number of gates above the smallest circuit
 * of the walk. After many steps without a smaller circuit, another walk begins, with other such numbers, at
 * the best circuit, at one that a few random gates were added to, or at a new one (`build_circuit`).
 */
#ifndef SBOX_SEARCH_TWO_H
#define SBOX_SEARCH_TWO_H

#include "common.h"

#define MOST 127 /* signals: a literal has eight bits, and 0xff is no literal */

/* A signal or its complement: 2 * number, plus 1 for the complement. */
typedef uint8_t literal;
#define NOWHERE 0xff

/* SELECT: b where a is 1, c where a is 0. */
enum { AND, XOR, SELECT };

typedef struct gate {
    literal a, b;
    uint8_t kind;
    literal c; /* of SELECT, else 0 */
} gate;

/* gates[i], i >= INPUTS, reads lower-numbered signals only. The signals below INPUTS are the inputs. */
typedef struct circuit {
    unsigned signals;
    gate gates[MOST];
    uint64_t value[MOST]; /* bit x: for input x */
    literal out[OUTPUTS];
} circuit;

/* Returns 0, or for an odd literal all ones. */
static inline uint64_t sign(unsigned x) { return 0 - (uint64_t)(x & 1); }

static inline uint64_t value_of(const circuit *c, literal x) { return c->value[x / 2] ^ sign(x); }

/* Returns the value of a gate of these values. */
static inline uint64_t apply(uint64_t a, uint64_t b, uint64_t c, unsigned kind) {
    return kind == XOR ? a ^ b : kind == AND ? a & b : (a & b) | (~a & c);
}

static inline uint64_t evaluate(const circuit *c, gate g) {
    return apply(value_of(c, g.a), value_of(c, g.b), value_of(c, g.c), g.kind);
}

/* -- two_circuit.c ------------------------------------------------------------------------- */

/* Makes a circuit that consists of its inputs. */
void begin(circuit *c);

/* Adds a gate and returns its literal, or that of a signal with the same value or its complement. */
literal add(circuit *c, gate g);

/* Begins a copy. place[i] is the literal of signal i in the copy, once it is copied. */
void begin_copy(circuit *to, literal place[MOST]);

/* Copies x and all that it needs. Returns its literal in `to`. */
literal copy(const circuit *from, circuit *to, literal place[MOST], literal x);

/* Removes the gates that no output needs, and reorders the others. */
void sweep(circuit *c);

/* -- two_file.c ---------------------------------------------------------------------------- */

/* Replaces the file of circuits. selects: whether a gate may be SELECT. */
void write_file(const char *path, const circuit best[BOXES], int selects);

/* Reads the circuits of a file. Leaves `best` unchanged if there is none. Their values are S(x) ^ S(0). */
void read_file(const char *path, circuit best[BOXES]);

/* Adapts the complements of a circuit that was read, so that its outputs are the goals. */
void settle(circuit *c, const uint64_t goals[OUTPUTS]);

/* -- two_find.c ---------------------------------------------------------------------------- */

#define LONGEST 3
#define WIDEST 64 /* signals: a set of them is a 64-bit word */

/* New gates for a goal: a chain of `length` gates, whose first is the goal or its complement. Each reads a
 * literal and the next gate, the last two literals. If length is 0, the literal `alone` is the goal or its
 * complement. */
typedef struct plan {
    unsigned length;
    gate last;
    literal alone;
    struct {
        literal with, other;
        uint8_t kind, flip; /* flip: the gate's complement is the goal */
        uint8_t role;       /* of the next gate in SELECT: 0 selector, 1 selected */
    } outer[LONGEST - 1];
} plan;

/* A search for plans. */
typedef struct search {
    unsigned count;
    uint8_t signal[WIDEST]; /* the signals that a plan may read */
    uint64_t value[WIDEST];
    uint64_t at[64];        /* bit i: value[i] for the input */
    uint64_t keeps[WIDEST]; /* gates that are free to go, but not if a plan reads this signal */
    unsigned freed;         /* number of gates that go if no plan needs them */
    int selects;            /* whether a plan may have gates SELECT */
    int most;               /* number of gates by which a plan may let the circuit grow */
    gate barred;            /* a gate that is not a plan */
    plan chosen;
    unsigned found; /* number of equally good plans; 0: none */
    int growth;     /* of the chosen plan */
    plan now;
    uint64_t kept;
} search;

/* Finds plans that compute `goal` for the inputs in `care` with exactly `length` gates, and chooses one at
 * random. One that lets the circuit shrink is preferred. */
void find(search *s, uint64_t goal, uint64_t care, unsigned length);

/* Adds the gates of a plan. Returns the literal that is `goal` for the inputs in `care`. */
literal carry_out(circuit *c, const plan *p, const literal place[MOST], uint64_t goal, uint64_t care);

/* Returns the signals that a plan may read. */
static inline uint64_t all_signals(const search *s) {
    return s->count == WIDEST ? ~(uint64_t)0 : ((uint64_t)1 << s->count) - 1;
}

/* Returns the literal of the search's signal i, or of its complement. */
static inline literal literal_of(const search *s, unsigned i, unsigned flip) {
    return (literal)(2 * s->signal[i] + flip);
}

/* Returns whether a plan of `gates` gates that reads the signals so far keeps the growth of the circuit
 * within its bound. */
static inline int may_grow(const search *s, unsigned gates) {
    return (int)gates + __builtin_popcountll(s->kept) - (int)s->freed <= s->most;
}

/* Returns whether a signal that a plan may read has this value or its complement. */
int exists(const search *s, uint64_t value);

/* Counts a plan with this last gate, and chooses it with the probability 1 / (number of equally good plans).
 */
void consider(search *s, unsigned gates, uint64_t keeps, gate last);

/* Considers plans of `gates` gates whose first `at` gates are chosen. Signals of sums are below `limit`. */
void find_rest(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, unsigned limit);

/* -- two_select.c -------------------------------------------------------------------------- */

/* Considers all selections as the last of `gates`. */
void find_select(search *s, uint64_t goal, uint64_t care, unsigned gates);

/* Considers plans whose gate `at` selects between a signal and the next gate by a signal in `of`. */
void find_after_select(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, uint64_t of);

/* Considers plans whose gate `at` selects between a signal in `of` and another by the next gate. */
void find_selector(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, uint64_t of);

/* -- two_copies.c -------------------------------------------------------------------------- */

/* Returns the copies of registers that a good order of the gates needs. A SELECT overwrites one of its
 * signals. If later gates need all three, it is a copy that is overwritten. The same circuit gives the same
 * number. */
unsigned copies(const circuit *c);

/* -- two_build.c --------------------------------------------------------------------------- */

/* Makes a circuit of the inputs. */
void build_circuit(circuit *c, const uint64_t goals[OUTPUTS]);

#endif
