/* SPDX-License-Identifier: MIT */
/* Finds gates that compute a goal. */
#include "three.h"

/* A gate for a goal, alone or with an inner gate as its in[0]. found: number of equally good plans. */
typedef struct plan {
    gate root, inner;
    unsigned found;
} plan;

#define PAIRS 24

/* For some pairs of inputs with different results, the set of signals that distinguish them. A gate's
 * signals must include a member of each set. */
typedef struct conflicts {
    uint64_t differ[PAIRS];
    unsigned n;
} conflicts;

static unsigned any_of(uint64_t set) {
    for (unsigned skip = below((unsigned)__builtin_popcountll(set)); skip > 0; skip--) {
        set &= set - 1;
    }
    return (unsigned)__builtin_ctzll(set);
}

static void add_conflicts(conflicts *q, const uint64_t columns[64], uint64_t on, uint64_t off,
                          unsigned many) {
    for (unsigned i = 0; i < many && q->n < PAIRS; i++) {
        uint64_t best = ~(uint64_t)0;
        for (unsigned t = 0; t < 4; t++) {
            const uint64_t differ = columns[any_of(on)] ^ columns[any_of(off)];
            if (__builtin_popcountll(differ) < __builtin_popcountll(best)) {
                best = differ;
            }
        }
        q->differ[q->n++] = best;
    }
}

static int settles(const conflicts *q, uint64_t triple) {
    for (unsigned i = 0; i < q->n; i++) {
        if ((q->differ[i] & triple) == 0) {
            return 0;
        }
    }
    return 1;
}

/* Returns a mask: bit r is set if some input of the set is in cell r of three signals. */
static unsigned cells(const uint64_t v[3], uint64_t set) {
    unsigned result = 0;
    for (unsigned r = 0; r < 8; r++) {
        result |=
            (unsigned)((set & (r & 4 ? v[0] : ~v[0]) & (r & 2 ? v[1] : ~v[1]) & (r & 1 ? v[2] : ~v[2])) != 0)
            << r;
    }
    return result;
}

static int chosen(plan *best) { return below(++best->found) == 0; }

/* Returns a table with the given ones and zeros. The other bits are random. */
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

/* Returns the inputs in cell q of a root: by in[1] and in[2], or by in[2] alone for an output. */
static uint64_t outer(const circuit *c, const gate *root, int output, unsigned q) {
    const uint64_t b = c->value[root->in[1]], e = c->value[root->in[2]];
    return (output ? ~(uint64_t)0 : q & 2 ? b : ~b) & (q & 1 ? e : ~e);
}

/* Finds one gate of three signals, or an output of two signals. */
static void find_one(const circuit *c, uint64_t goal, uint64_t care, int output, const uint64_t columns[64],
                     plan *best) {
    const uint64_t on = goal & care, off = ~goal & care;
    conflicts all = {.n = 0};
    if (on != 0 && off != 0) {
        add_conflicts(&all, columns, on, off, PAIRS);
    }
    for (unsigned i = 0; i < (output ? 1 : c->signals); i++) {
        for (unsigned j = output ? 1 : i + 1; j < c->signals; j++) {
            for (unsigned k = output ? 0 : j + 1; k < (output ? j : c->signals); k++) {
                const uint64_t triple = (output ? 0 : (uint64_t)1 << i) | (uint64_t)1 << j | (uint64_t)1 << k;
                if (!settles(&all, triple)) {
                    continue;
                }
                const uint64_t v[3] = {output ? 0 : c->value[i], c->value[j], c->value[k]};
                const unsigned ones = cells(v, on), zeros = cells(v, off);
                if ((ones & zeros) == 0 && chosen(best)) {
                    best->root = (gate){{(uint8_t)i, (uint8_t)j, (uint8_t)k}, table_of(ones, zeros)};
                }
            }
        }
    }
}

/* Returns whether an inner gate of three signals serves a root whose cell q must be 1 on on[q] and 0 on
 * off[q]. Sets both tables. */
static int fits(const uint64_t v[3], unsigned count, const uint64_t on[4], const uint64_t off[4], gate *root,
                gate *inner) {
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
        } else if ((want & zeros[q]) == 0 && (not&ones[q]) == 0) {
            want |= ones[q];
            not |= zeros[q];
            table |= 0x10u << q;
        } else if ((want & ones[q]) == 0 && (not&zeros[q]) == 0) {
            want |= zeros[q];
            not |= ones[q];
            table |= 0x01u << q;
        } else {
            return 0;
        }
    }
    root->table = (uint8_t)table;
    inner->table = table_of(want, not);
    return 1;
}

/* Finds a root whose in[0] is an inner gate and whose other inputs are signals: two, or one for an output. */
static void find_two(const circuit *c, uint64_t goal, uint64_t care, int output, const uint64_t columns[64],
                     plan *best) {
    const unsigned n = c->signals, count = output ? 2 : 4;
    for (unsigned d = 0; d < (output ? 1 : n); d++) {
        for (unsigned e = output ? 0 : d + 1; e < n; e++) {
            gate root = {{0, (uint8_t)d, (uint8_t)e}, 0}, inner;
            uint64_t on[4], off[4];
            conflicts all = {.n = 0};
            for (unsigned q = 0; q < count; q++) {
                const uint64_t cell = outer(c, &root, output, q);
                on[q] = goal & care & cell;
                off[q] = ~goal & care & cell;
                if (on[q] != 0 && off[q] != 0) {
                    add_conflicts(&all, columns, on[q], off[q], PAIRS / count);
                }
            }
            for (unsigned i = 0; i < n; i++) {
                for (unsigned j = i + 1; j < n; j++) {
                    const uint64_t pair = (uint64_t)1 << i | (uint64_t)1 << j;
                    uint64_t third = ~(uint64_t)1 << j & ~(uint64_t)0 >> (64 - n);
                    for (unsigned t = 0; t < all.n; t++) {
                        if ((all.differ[t] & pair) == 0) {
                            third &= all.differ[t];
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

/* Returns a gate of in[0] and in[2] as an output. */
static gate as_output(gate g) {
    const unsigned t = g.table;
    return (gate){{0, g.in[0], g.in[2]}, (uint8_t)((t & 3) | (t >> 4 & 3) << 2)};
}

int build(circuit *c, uint64_t goal, uint64_t care, int output, unsigned most, gate *root) {
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
        /* the best of 12 random pairs of signals that split the inputs; in a cell the inner gate or its
         * complement is used */
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
