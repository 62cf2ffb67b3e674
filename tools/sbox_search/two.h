/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES made of gates with two inputs, for the
 * bit-sliced kernels.
 *
 *     cc -O3 -march=native -Ispec -o two tools/sbox_search/two_*.c
 *     ./two FILE SECONDS SEED [BOX...]
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
#ifndef SBOX_SEARCH_TWO_H
#define SBOX_SEARCH_TWO_H

#include "common.h"

#define MOST 127 /* signals, so that a literal has eight bits and 0xff is none */

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

static inline uint64_t value_of(const circuit *c, literal x) {
    return c->value[x / 2] ^ (0 - (uint64_t)(x & 1));
}

static inline uint64_t evaluate(const circuit *c, gate g) {
    return g.is_xor ? value_of(c, g.a) ^ value_of(c, g.b) : value_of(c, g.a) & value_of(c, g.b);
}

/* -- two_circuit.c ------------------------------------------------------------------------- */

/* Nothing but the inputs. */
void begin(circuit *c);

/* A gate, unless its value or the complement is there already. */
literal add(circuit *c, gate g);

/* Replaces the file of results. */
void write_file(const char *path, const circuit best[BOXES]);

/* The circuits of a file; no signals where there is none. Their values are S(x) ^ S(0). */
void read_file(const char *path, circuit best[BOXES]);

/* A circuit that was read, so that it gives the goals. */
void settle(circuit *c, const uint64_t goals[OUTPUTS]);

/* -- two_find.c ---------------------------------------------------------------------------- */

/* What to make a goal of: nothing, a signal, a gate of two, or a gate of a signal and such a
 * one. */
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

/* The cheapest way found to give goal on care with no more than `most` gates, 4 or fewer;
 * best->gates > most if there is none. */
void find(const circuit *c, uint64_t goal, uint64_t care, unsigned most, plan *best);

/* Adds the gates of a plan; the literal is goal on care. */
literal carry_out(circuit *c, const plan *p, uint64_t goal, uint64_t care);

#endif
