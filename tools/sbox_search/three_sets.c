/* SPDX-License-Identifier: MIT */
/* Visits the small sets of signals that determine a goal. */
#include "three.h"

static void shuffle(unsigned n, uint8_t order[MOST]) {
    for (unsigned i = 0; i < n; i++) {
        const unsigned j = below(i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
}

void begin_sets(sets *s, const circuit *c, uint64_t goal, uint64_t care) {
    uint64_t columns[64] = {0}, found[1024];
    uint8_t size[1024];
    unsigned count[MOST + 1] = {0}, n = 0;
    s->c = c;
    shuffle(c->signals, s->order);
    for (unsigned i = 0; i < c->signals; i++) {
        for (unsigned x = 0; x < 64; x++) {
            columns[x] |= (c->value[s->order[i]] >> x & 1) << i;
        }
    }
    for (uint64_t on = goal & care; on != 0; on &= on - 1) {
        for (uint64_t off = ~goal & care; off != 0; off &= off - 1) {
            found[n] = columns[__builtin_ctzll(on)] ^ columns[__builtin_ctzll(off)];
            size[n] = (uint8_t)__builtin_popcountll(found[n]);
            count[size[n++]]++;
        }
    }
    /* the smallest ones, in ascending order */
    unsigned place[MOST + 1], total = 0;
    for (unsigned i = 0; i <= MOST; i++) {
        place[i] = total;
        total += count[i];
    }
    for (unsigned i = 0; i < n; i++) {
        const unsigned at = place[size[i]]++;
        if (at < CONFLICTS) {
            s->differ[at] = found[i];
        }
    }
    s->conflicts = n < CONFLICTS ? n : CONFLICTS;
}

static int visit(const sets *s, unsigned at, uint64_t chosen, uint64_t allowed, unsigned left) {
    while (at < s->conflicts && (s->differ[at] & chosen) != 0) {
        at++;
    }
    uint64_t next = allowed;
    if (left == 1) {
        for (; at < s->conflicts && next != 0; at++) {
            next &= s->differ[at] & chosen ? ~(uint64_t)0 : s->differ[at];
        }
    } else if (at < s->conflicts) {
        next &= s->differ[at];
    }
    for (; next != 0; next &= next - 1) {
        const uint64_t one = next & (0 - next);
        allowed &= ~one;
        if (left > 1) {
            if (visit(s, at, chosen | one, allowed, left - 1)) {
                return 1;
            }
            continue;
        }
        uint8_t in[MOST];
        unsigned n = 0;
        for (uint64_t set = chosen | one; set != 0; set &= set - 1) {
            in[n++] = s->order[__builtin_ctzll(set)];
        }
        if (s->visit(s->state, in)) {
            return 1;
        }
    }
    return 0;
}

void visit_sets(const sets *s, unsigned size) { visit(s, 0, 0, ~(uint64_t)0 >> (64 - s->c->signals), size); }
