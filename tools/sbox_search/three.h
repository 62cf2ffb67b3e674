/* SPDX-License-Identifier: MIT */
/*
 * Searches for small circuits of the S-boxes of DES, of gates with three inputs and any truth table, for
 * the bit-sliced kernels of processors that have these gates (vpternlogd).
 *
 *     cc -O3 -march=native -Ispec -o three tools/sbox_search/three_*.c
 *     ./three spec/des/sbox_circuits.txt FILE SECONDS SEED [BOX...]
 *
 * FILE contains the best known circuits. It is read if it exists and replaced whenever a smaller circuit
 * is found. If it does not exist, each box starts from its circuit of gates with two inputs in the first
 * file. SECONDS is the processor time for each box. The same arguments and files give the same circuits if
 * the time suffices for the same number of steps.
 *
 * Goal: S(x) ^ S(0), as for two inputs. A kernel adds each output to a bit of the half block, and one gate
 * with three inputs does this addition for any function of two signals. So an output is a function of two
 * signals and costs nothing. Only the gates before it count.
 *
 * Method: a random walk. A step removes an output or a gate and all gates that only it needs. It then
 * computes the removed signal from the remaining ones, right for those inputs for which it affects an output
 * (`step`). One gate or two are found by exhaustive search: three signals suffice if they distinguish every
 * two inputs with different results. For more gates `build` splits the inputs by two signals: in some cells
 * these decide the result, and there the next gate is arbitrary. The new circuit is kept if it is not larger.
 * After many steps without progress, a few steps may add gates.
 */
#ifndef SBOX_SEARCH_THREE_H
#define SBOX_SEARCH_THREE_H

#include "common.h"

#define MOST 64 /* signals: a set of them is a 64-bit word */

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

/* Adds a gate and returns the number of its signal, or of a signal with the same value. */
uint8_t add(circuit *c, gate g);

/* Begins a copy. place[i] is the number of signal i in the copy, once it is copied. */
void begin_copy(circuit *to, uint8_t place[MOST]);

/* Copies signal i and all that it needs. Returns its number in `to`. */
uint8_t copy(const circuit *from, circuit *to, uint8_t place[MOST], unsigned i);

/* Copies all outputs except `but`, and all that they need. */
void copy_outputs(const circuit *from, circuit *to, uint8_t place[MOST], unsigned but);

/* Removes the gates that no output needs. */
void sweep(circuit *c);

/* -- three_find.c -------------------------------------------------------------------------- */

/* Adds at most `most` gates so that *root, a gate or an output of signals of c, is `goal` for the inputs in
 * `care`. A root that is a gate is counted but not added. Returns 0 if none is found. */
int build(circuit *c, uint64_t goal, uint64_t care, int output, unsigned most, gate *root);

/* -- three_file.c -------------------------------------------------------------------------- */

/* Reads the circuits of gates with two inputs. */
void read_two(const char *path, circuit best[BOXES]);

/* Reads or replaces the file of circuits. Reading leaves `best` unchanged if there is none. */
void read_three(const char *path, circuit best[BOXES]);
void write_three(const char *path, const circuit best[BOXES]);

#endif
