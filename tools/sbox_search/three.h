/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES, of gates with three inputs and any truth table, for
 * the bit-sliced kernels of processors that have these gates (vpternlogd).
 *
 *     cc -O3 -march=native -Ispec -o three tools/sbox_search/three_*.c
 *     ./three FILE SECONDS SEED [BOX...]
 *
 * FILE contains the best known circuits. It is read if it exists and replaced whenever a smaller circuit
 * is found. SECONDS is the processor time for each box. The same arguments and file give the same circuits
 * if the time suffices for the same number of steps.
 *
 * Goal: S(x) ^ S(0), as for two inputs. A kernel adds each output to a bit of the half block, and one gate
 * with three inputs does this addition for any function of two signals. So an output is a function of two
 * signals and costs nothing. Only the gates before it count.
 *
 * Method: a random walk. It begins at a circuit that computes one output after the other in a random order
 * from the inputs and the gates that exist (`grow`). A step removes one or two outputs, or a gate, and all
 * gates that only they need. It then computes the removed signals from the remaining ones, a gate right for
 * those inputs for which it affects an output (`step`). The new circuit is kept if it is not larger. After
 * many steps without progress, a few steps may add gates, or the walk begins anew.
 *
 * `build` finds the gates of a signal. One gate or two are found by exhaustive search: three signals suffice
 * if they distinguish every two inputs with different results. If that fails, a signal splits the inputs
 * into two halves, and each half is a smaller goal with more arbitrary values: M. Kwan, "Reducing the gate
 * count of bitslice DES", 2000, does this with gates of two inputs.
 */
#ifndef SBOX_SEARCH_THREE_H
#define SBOX_SEARCH_THREE_H

#include "common.h"

#define MOST 64 /* signals: a set of them is a 64-bit word */

/* The number of a signal, plus COMPLEMENT for its complement. */
typedef uint8_t literal;
#define COMPLEMENT 0x80u
#define NOWHERE 0xffu

/* A gate of signals a, b and c: its value is bit 4a + 2b + c of the table. An output has no signal a; its
 * value is bit 2b + c. */
typedef struct gate {
    uint8_t in[3], table;
} gate;

typedef struct circuit {
    unsigned signals;
    gate gates[MOST]; /* read lower-numbered signals only */
    uint64_t value[MOST];
    gate out[OUTPUTS];
} circuit;

static inline uint64_t apply(uint64_t a, uint64_t b, uint64_t c, unsigned table) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (table >> i & 1) {
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
        }
    }
    return result;
}

static inline uint64_t output_value(const circuit *c, gate g) {
    return apply(0, c->value[g.in[1]], c->value[g.in[2]], g.table & 15);
}

/* -- three_circuit.c ----------------------------------------------------------------------- */

/* Makes a circuit that consists of its inputs. */
void begin(circuit *c);

/* Returns a gate of literals in[0..2] as a gate of signals. */
gate settled(const literal in[3], unsigned table);

/* Adds a gate and returns its signal, or a literal of the same value that exists. */
literal add(circuit *c, gate g);

/* Begins a copy. place[i] is the literal of signal i in the copy, once it is copied. */
void begin_copy(circuit *to, literal place[MOST]);

/* Copies signal i and all that it needs. Returns its literal in `to`. */
literal copy(const circuit *from, circuit *to, literal place[MOST], unsigned i);

/* Copies the outputs whose bit is not set in `but`, and all that they need. */
void copy_outputs(const circuit *from, circuit *to, literal place[MOST], unsigned but);

/* Removes the gates that no output needs. */
void sweep(circuit *c);

/* -- three_sets.c -------------------------------------------------------------------------- */

#define CONFLICTS 256

/* The sets of signals that distinguish every two inputs in `care` with different goals. differ: for pairs of
 * these inputs, the signals that distinguish them. Bit i is signal order[i]. If there are more pairs than
 * CONFLICTS, those with the most signals are missing. visit: is called for each set, in a random order, and
 * returns whether to stop. */
typedef struct sets {
    const circuit *c;
    uint8_t order[MOST];
    uint64_t differ[CONFLICTS];
    unsigned conflicts;
    int (*visit)(void *state, const uint8_t *in);
    void *state;
} sets;

void begin_sets(sets *s, const circuit *c, uint64_t goal, uint64_t care);

/* Visits the sets with `size` members. */
void visit_sets(const sets *s, unsigned size);

/* -- three_find.c -------------------------------------------------------------------------- */

/* Finds a signal or its complement that is `goal` for the inputs in `care`. Returns 0 if there is none. */
int find_none(const circuit *c, uint64_t goal, uint64_t care, literal *result);

/* Finds one gate, or with `output` an output of two signals. Returns 0 if there is none. */
int find_one(const circuit *c, uint64_t goal, uint64_t care, int output, gate *root);

/* Finds a gate whose in[0] is an inner gate, or with `output` an output whose in[1] is one. Returns 0 if
 * there is none, otherwise adds the inner gate. */
int find_two(circuit *c, uint64_t goal, uint64_t care, int output, gate *root);

/* -- three_build.c ------------------------------------------------------------------------- */

/* Adds at most `most` gates so that *result is `goal` for the inputs in `care`. Returns 0 if it finds none.
 * tries: number of other signals than inputs that may split the inputs. all: whether to compare all
 * splits; otherwise takes the first that suffices. */
int build(circuit *c, uint64_t goal, uint64_t care, unsigned most, unsigned tries, int all, literal *result);

/* Adds at most `most` gates so that *root, an output, is `goal`. */
int build_output(circuit *c, uint64_t goal, unsigned most, unsigned tries, int all, gate *root);

/* -- three_file.c -------------------------------------------------------------------------- */

/* Reads or replaces the file of circuits. Reading leaves `best` unchanged if there is none. */
void read_three(const char *path, circuit best[BOXES]);
void write_three(const char *path, const circuit best[BOXES]);

#endif
