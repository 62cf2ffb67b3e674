/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES made of gates with three inputs and any table,
 * for the bit-sliced kernels of processors that have them (vpternlogd).
 *
 *     cc -O3 -march=native -Ispec -o three tools/sbox_search/three_*.c
 *     ./three spec/des/sbox_circuits.txt FILE SECONDS SEED [BOX...]
 *
 * FILE holds the best circuits known; it is read if it exists, and replaced whenever a smaller one
 * is found. Without it each box begins as its circuit of gates with two inputs, from the first
 * file. SECONDS of processor time for each box. The same arguments and files give the same
 * circuits as long as the time allows the same number of steps.
 *
 * What is sought. A kernel adds each output to a bit of the half block, and a gate with three
 * inputs can do that and more: so an output is any function of two signals, and free. Only the
 * gates behind it count. S(x) ^ S(0) is sought, as with two inputs.
 *
 * How. A walk: an output or a gate is torn out with all that only it needs (`step`), and made anew
 * from the signals that are left, right where it matters to an output. One gate or two are found by
 * looking at all there are (`find`): a table of three signals is possible if no two inputs that
 * want different results look alike to them. A third gate, or more, by taking two signals to split
 * the inputs: where they settle the result, the gate behind them may give anything (`build`). What
 * is no larger is kept. Where nothing has been gained for long, a few steps may add gates.
 */
#ifndef SBOX_SEARCH_THREE_H
#define SBOX_SEARCH_THREE_H

#include "common.h"

#define MOST 64 /* signals: as many as a word has bits */

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

/* Nothing but the inputs. */
void begin(circuit *c);

/* The number of a gate's signal; if there is one with the same value, that one's. */
uint8_t add(circuit *c, gate g);

/* A copy in the making: place[i] is where signal i has come to stand, if it has. */
void begin_copy(circuit *to, uint8_t place[MOST]);

/* Copies what signal i needs, which is `to`'s number of it afterwards. */
uint8_t copy(const circuit *from, circuit *to, uint8_t place[MOST], unsigned i);

/* All outputs but one. */
void copy_outputs(const circuit *from, circuit *to, uint8_t place[MOST], unsigned but);

/* Leaves out what no output needs. */
void sweep(circuit *c);

/* -- three_find.c -------------------------------------------------------------------------- */

/* Gates to give goal on care, `most` of them or fewer (an output's root is not counted). The root
 * is left in *root, of signals that are there. 0: none found. */
int build(circuit *c, uint64_t goal, uint64_t care, int output, unsigned most, gate *root);

/* -- three_file.c -------------------------------------------------------------------------- */

/* The circuits of gates with two inputs. */
void read_two(const char *path, circuit best[BOXES]);

/* The file of results, if there is one. */
void read_three(const char *path, circuit best[BOXES]);
void write_three(const char *path, const circuit best[BOXES]);

#endif
