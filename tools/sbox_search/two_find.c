/* SPDX-License-Identifier: MIT */
/* Finds the smallest combination of up to four gates by exhaustive search. */
#include "two.h"

#define SLOTS 65536
#define WIDER 4096

typedef struct table {
    uint64_t key[SLOTS];
    part what[SLOTS];
    uint8_t used[SLOTS];
    uint64_t filter[SLOTS * 4 / 64];
} table;

static table known;

static uint64_t hash(uint64_t key) { return key * 0x9e3779b97f4a7c15u ^ key >> 29; }

/* Returns the care bits of a value or of its complement, whichever is 0 in the first care bit. */
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

/* Tries part a alone, and the sum of a and a known part. */
static void try_sum(plan *best, const part *a, uint64_t value, uint64_t goal, uint64_t care, unsigned first) {
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

void find(const circuit *c, uint64_t goal, uint64_t care, unsigned most, plan *best) {
    const unsigned n = c->signals, first = (unsigned)__builtin_ctzll(care | (uint64_t)1 << 63);
    unsigned count[2] = {0, 0};
    const uint64_t ones[2] = {goal & care, ~goal & care};
    const part nothing = {.nothing = 1};
    best->gates = most + 1;
    best->found = 0;
    memset(known.used, 0, sizeof known.used);
    memset(known.filter, 0, sizeof known.filter);
    enter(0, &nothing);
#define CONSIDER(what_, value_)                                             \
    do {                                                                    \
        try_sum(best, &(what_), value_, goal, care, first);                 \
        for (unsigned k = 0; k < 2; k++) {                                  \
            for (unsigned t = 0; t < 2; t++) {                              \
                const uint64_t v_ = (value_) ^ (0 - (uint64_t)t);           \
                if ((ones[k] & ~v_) == 0 && count[k] < WIDER) {             \
                    wider[k][count[k]++] = (factor){v_, what_, (uint8_t)t}; \
                }                                                           \
            }                                                               \
        }                                                                   \
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
                        what.inner = (gate){(literal)(2 * i + (kind & 1)), (literal)(2 * j + (kind >> 1 & 1)),
                                            kind == 4};
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
                    what.inner =
                        (gate){(literal)(2 * i + (kind & 1)), (literal)(2 * j + (kind >> 1 & 1)), kind == 4};
                    const uint64_t h = evaluate(c, what.inner);
                    for (unsigned x = 0; x < n; x++) {
                        const uint64_t v = c->value[x];
                        what.outer = (gate){(literal)(2 * x), 0, 1};
                        if (kind != 4) {
                            CONSIDER(what, h ^ v);
                        }
                        for (unsigned o = 0; o < 4; o++) {
                            what.outer = (gate){(literal)(2 * x + (o & 1)), (literal)(o >> 1), 0};
                            const uint64_t w = (v ^ (0 - (uint64_t)(o & 1))) & (h ^ (0 - (uint64_t)(o >> 1)));
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

literal carry_out(circuit *c, const plan *p, uint64_t goal, uint64_t care) {
    literal x = add_part(c, &p->a);
    if (p->joined) {
        const literal y = add_part(c, &p->b);
        x = p->is_xor ? add(c, (gate){x, y, 1}) : add(c, (gate){x ^ p->not_a, y ^ p->not_b, 0});
    }
    return x ^ (((value_of(c, x) ^ goal) & care) != 0);
}
