/* SPDX-License-Identifier: MIT */
/* Counts the copies of registers that gates need because they overwrite a signal. */
#include "two.h"

#define ORDERS 3 /* tried for each circuit */

/* The gates that are left, and who reads a signal. */
typedef struct order {
    uint64_t needs[MOST]; /* the signals that a gate reads */
    uint8_t left[MOST];   /* gates that still read a signal */
    uint64_t once;        /* the signals that one gate still reads */
    uint64_t done;        /* the signals that exist */
} order;

static inline uint64_t bit(unsigned i) { return (uint64_t)1 << i; }

static void begin_order(order *o, const circuit *c) {
    memset(o, 0, sizeof *o);
    o->done = bit(INPUTS) - 1;
    for (unsigned i = INPUTS; i < c->signals; i++) {
        const gate g = c->gates[i];
        o->needs[i] = bit(g.a / 2) | bit(g.b / 2) | (g.kind == SELECT ? bit(g.c / 2) : 0);
        for (uint64_t n = o->needs[i]; n != 0; n &= n - 1) {
            o->left[__builtin_ctzll(n)]++;
        }
    }
    for (unsigned i = 0; i < c->signals; i++) {
        o->once |= o->left[i] == 1 ? bit(i) : 0;
    }
}

/* Removes a gate whose turn it is. */
static void compute(order *o, unsigned i) {
    for (uint64_t n = o->needs[i]; n != 0; n &= n - 1) {
        const unsigned signal = (unsigned)__builtin_ctzll(n);
        o->left[signal]--;
        o->once = (o->once & ~bit(signal)) | (o->left[signal] == 1 ? bit(signal) : 0);
    }
    o->done |= bit(i);
}

/* Returns the copies of one order. Greedy: the next gate is one that needs no copy and is the last to read
 * many signals, with some chance. chance: of a random generator, overwritten. */
static unsigned one_order(const circuit *c, order o, uint32_t *chance) {
    uint64_t waiting = (bit(c->signals) - 1) & ~o.done;
    unsigned result = 0;
    while (waiting != 0) {
        unsigned best = 0, least = ~0u, copied = 0;
        for (uint64_t w = waiting; w != 0; w &= w - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(w);
            if ((o.needs[i] & ~o.done) != 0) {
                continue;
            }
            const unsigned dies = (unsigned)__builtin_popcountll(o.needs[i] & o.once);
            const unsigned copy = c->gates[i].kind == SELECT && dies == 0;
            *chance = *chance * 1664525u + 1013904223u;
            const unsigned cost = 1024 * copy + 410 * (3 - dies) + (*chance >> 22);
            if (cost < least) {
                least = cost;
                best = i;
                copied = copy;
            }
        }
        result += copied;
        compute(&o, best);
        waiting &= ~bit(best);
    }
    return result;
}

unsigned copies(const circuit *c) {
    order o;
    uint32_t chance = 1;
    unsigned least = MOST;
    if (c->signals >= WIDEST) {
        return MOST;
    }
    begin_order(&o, c);
    for (unsigned n = 0; n < ORDERS && least > 0; n++) {
        const unsigned found = one_order(c, o, &chance);
        least = found < least ? found : least;
    }
    return least;
}
