/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES, of gates with two inputs, for the bit-sliced
 * kernels.
 *
 *     cc -O3 -march=native -Ispec -o two tools/sbox_search/two_*.c
 *     ./two FILE SECONDS SEED [BOX...]
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
 * Method: a random walk. A step removes an output or an inner gate and all gates that only it needs. It
 * then computes the removed signal from the remaining ones, right for those inputs for which it affects an
 * output and arbitrary for the others (`step`). `find` tries all combinations of up to four gates. `build`
 * splits the goal in two if these do not suffice. The new circuit is kept if it is not larger. After many
 * steps without progress, a few steps may add gates.
 */
#ifndef SBOX_SEARCH_TWO_H
#define SBOX_SEARCH_TWO_H

#include "common.h"

#define MOST 127 /* signals: a literal has eight bits, and 0xff is no literal */

/* A signal or its complement: 2 * number, plus 1 for the complement. */
typedef uint8_t literal;

typedef struct gate {
    literal a, b;
    uint8_t is_xor;
} gate;

/* gates[i], i >= INPUTS, reads lower-numbered signals only. The signals below INPUTS are the inputs. */
typedef struct circuit {
    unsigned signals;
    gate gates[MOST];
    uint64_t value[MOST]; /* bit x: for input x */
    literal out[OUTPUTS];
} circuit;

static inline uint64_t value_of(const circuit *c, literal x) {
    return c->value[x / 2] ^ (0 - (uint64_t)(x & 1));
}

static inline uint64_t evaluate(const circuit *c, gate g) {
    return g.is_xor ? value_of(c, g.a) ^ value_of(c, g.b) : value_of(c, g.a) & value_of(c, g.b);
}

/* -- two_circuit.c ------------------------------------------------------------------------- */

/* Makes a circuit that consists of its inputs. */
void begin(circuit *c);

/* Adds a gate and returns its literal, or that of a signal with the same value or its complement. */
literal add(circuit *c, gate g);

/* Replaces the file of circuits. */
void write_file(const char *path, const circuit best[BOXES]);

/* Reads the circuits of a file. Leaves `best` unchanged if there is none. Their values are S(x) ^ S(0). */
void read_file(const char *path, circuit best[BOXES]);

/* Adapts the complements of a circuit that was read, so that its outputs are the goals. */
void settle(circuit *c, const uint64_t goals[OUTPUTS]);

/* -- two_find.c ---------------------------------------------------------------------------- */

/* A part of a plan: nothing, a signal, a gate of two signals, or a gate of a signal and of a gate of
 * two signals. */
typedef struct part {
    uint8_t gates; /* 0 to 2 */
    gate inner;    /* of signals */
    gate outer;    /* of a signal and the inner gate; b is the complement bit of the latter */
    literal signal;
    uint8_t nothing;
} part;

/* a ^ b, or a & b with complements. joined = 0: a alone. */
typedef struct plan {
    unsigned gates;
    part a, b;
    uint8_t is_xor, joined, not_a, not_b, flip;
    unsigned found;
} plan;

/* Finds the smallest plan that computes `goal` for the inputs in `care`, with at most `most` gates (up to
 * 4). If there is none, best->gates is larger than `most`. */
void find(const circuit *c, uint64_t goal, uint64_t care, unsigned most, plan *best);

/* Adds the gates of a plan. Returns the literal that is `goal` for the inputs in `care`. */
literal carry_out(circuit *c, const plan *p, uint64_t goal, uint64_t care);

#endif
