/* SPDX-License-Identifier: MIT */
/* Finds up to three gates that compute a goal. */
#include "two.h"

#define TRIES 3 /* outer gates of three, of which all pairs of inner gates are tried */

int exists(const search *s, uint64_t value) {
    uint64_t hits = 0;
    for (unsigned i = 0; i < s->count; i++) {
        hits |= (s->value[i] == value) | (s->value[i] == ~value);
    }
    return hits != 0;
}

/* Returns whether two gates are equal but for the order of their signals or the complements in a sum. */
static int same_gate(gate g, gate h) {
    const unsigned flips = g.kind == XOR ? 1 : 0;
    if (g.kind == SELECT && h.kind == SELECT) {
        return g.a / 2 == h.a / 2 &&
               ((g.b / 2 == h.b / 2 && g.c / 2 == h.c / 2) || (g.b / 2 == h.c / 2 && g.c / 2 == h.b / 2));
    }
    return g.kind == h.kind && (((g.a | flips) == (h.a | flips) && (g.b | flips) == (h.b | flips)) ||
                                ((g.a | flips) == (h.b | flips) && (g.b | flips) == (h.a | flips)));
}

void consider(search *s, unsigned gates, uint64_t keeps, gate last) {
    const int growth = (int)gates + __builtin_popcountll(s->kept | keeps) - (int)s->freed;
    if (growth > s->most || (s->growth < 0 && growth > s->growth)) {
        return;
    }
    if (gates == 1 && same_gate(s->barred, last)) {
        return;
    }
    if (growth < 0 && growth < s->growth) {
        s->found = 0;
    }
    if (below(++s->found) == 0) {
        s->growth = growth;
        s->chosen = s->now;
        s->chosen.length = gates;
        s->chosen.last = last;
        s->chosen.alone = last.a;
    }
}

static void find_none(search *s, uint64_t goal, uint64_t care) {
    for (unsigned i = 0; i < s->count; i++) {
        const uint64_t differ = (s->value[i] ^ goal) & care;
        if (differ == 0 || differ == care) {
            consider(s, 0, s->keeps[i], (gate){literal_of(s, i, differ != 0), 0, 0, 0});
        }
    }
}

/* Returns the signals that are 1 for all inputs in `ones`, and sets *high to those that are 0. */
static uint64_t cover(const search *s, uint64_t ones, uint64_t *high) {
    uint64_t low = all_signals(s), other = low;
    for (; ones != 0 && (low | other) != 0; ones &= ones - 1) {
        const uint64_t t = s->at[__builtin_ctzll(ones)];
        low &= t;
        other &= ~t;
    }
    *high = other;
    return low;
}

/* Considers all sums of two signals below `limit` as the last of `gates`. */
static void find_sum(search *s, uint64_t goal, uint64_t care, unsigned gates, unsigned limit) {
    const unsigned first = (unsigned)__builtin_ctzll(care);
    uint64_t w[WIDEST];
    for (unsigned i = 0; i < limit; i++) {
        w[i] = (s->value[i] ^ (0 - (s->value[i] >> first & 1))) & care;
    }
    const uint64_t sum = (goal ^ (0 - (goal >> first & 1))) & care;
    for (unsigned i = 1; i < limit; i++) {
        const uint64_t other = w[i] ^ sum;
        uint64_t hits = 0;
        for (unsigned j = 0; j < i; j++) {
            hits |= w[j] == other;
        }
        for (unsigned j = 0; hits != 0 && j < i; j++) {
            if (w[j] == other) {
                if (gates == 1 || !exists(s, s->value[i] ^ s->value[j])) {
                    consider(s, gates, s->keeps[i] | s->keeps[j],
                             (gate){literal_of(s, i, 0), literal_of(s, j, 0), XOR, 0});
                }
            }
        }
    }
}

/* Considers all products of two signals or complements as the last of `gates`. */
static void find_product(search *s, uint64_t goal, uint64_t care, unsigned gates) {
    for (unsigned flip = 0; flip < 2; flip++) {
        const uint64_t ones = (goal ^ sign(flip)) & care, zeros = care & ~ones;
        uint64_t high, w[WIDEST];
        uint8_t of[WIDEST], flipped[WIDEST];
        unsigned count = 0;
        for (uint64_t left = cover(s, ones, &high) | high; left != 0; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(left), f = high >> i & 1;
            const uint64_t v = (s->value[i] ^ sign(f)) & zeros;
            for (unsigned j = 0; j < count && v != zeros; j++) {
                if ((v & w[j]) == 0 && (gates == 1 || !exists(s, (s->value[i] ^ sign(f)) &
                                                                     (s->value[of[j]] ^ sign(flipped[j]))))) {
                    consider(s, gates, s->keeps[i] | s->keeps[of[j]],
                             (gate){literal_of(s, i, f), literal_of(s, of[j], flipped[j]), AND, 0});
                }
            }
            w[count] = v;
            of[count] = (uint8_t)i;
            flipped[count] = (uint8_t)f;
            count += v != zeros;
        }
    }
}

/* Considers plans whose gate `at` adds signal i. The signals of further sums are below `limit`. */
static void find_after_sum(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, unsigned i,
                           unsigned limit) {
    const uint64_t kept = s->kept;
    s->kept |= s->keeps[i];
    if (may_grow(s, gates)) {
        s->now.outer[at].kind = XOR;
        s->now.outer[at].with = literal_of(s, i, 0);
        find_rest(s, goal ^ s->value[i], care, at + 1, gates, limit);
    }
    s->kept = kept;
}

/* Considers plans whose gate `at` multiplies by one of the signals in `of`. */
static void find_after_product(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates,
                               uint64_t of) {
    for (unsigned flip = 0; flip < 2; flip++) {
        const uint64_t ones = (goal ^ sign(flip)) & care, zeros = care & ~ones, kept = s->kept;
        uint64_t high;
        for (uint64_t left = (cover(s, ones, &high) | high) & of; left != 0; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(left), f = high >> i & 1;
            const uint64_t v = s->value[i] ^ sign(f);
            s->kept |= s->keeps[i];
            if ((v & zeros) != zeros && may_grow(s, gates)) {
                s->now.outer[at].kind = AND;
                s->now.outer[at].flip = (uint8_t)flip;
                s->now.outer[at].with = literal_of(s, i, f);
                find_rest(s, goal ^ sign(flip), care & v, at + 1, gates, s->count);
            }
            s->kept = kept;
        }
    }
}

void find_rest(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, unsigned limit) {
    if ((goal & care) == 0 || (~goal & care) == 0) {
        return;
    }
    if (at + 1 == gates) {
        find_sum(s, goal, care, gates, limit);
        find_product(s, goal, care, gates);
        if (s->selects) {
            find_select(s, goal, care, gates);
        }
    } else if (at + 2 == gates) {
        for (unsigned i = 0; i < limit; i++) {
            find_after_sum(s, goal, care, at, gates, i, i);
        }
        find_after_product(s, goal, care, at, gates, all_signals(s));
        if (s->selects) {
            find_after_select(s, goal, care, at, gates, all_signals(s));
            find_selector(s, goal, care, at, gates, all_signals(s));
        }
    } else {
        for (unsigned tries = 0; tries < TRIES; tries++) {
            const unsigned i = below(s->count);
            const unsigned kind = below(s->selects ? 5 : 3);
            if (kind == 3) {
                find_after_select(s, goal, care, at, gates, (uint64_t)1 << i);
            } else if (kind == 4) {
                find_selector(s, goal, care, at, gates, (uint64_t)1 << i);
            } else if (kind == 0) {
                find_after_sum(s, goal, care, at, gates, i, s->count);
            } else {
                find_after_product(s, goal, care, at, gates, (uint64_t)1 << i);
            }
        }
    }
}

/* Exchanges rows and columns of 64 x 64 bits. */
static void transpose(uint64_t m[64]) {
    uint64_t mask = 0xffffffff;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width) {
        for (unsigned i = 0; i < 64; i = (i + width + 1) & ~width) {
            const uint64_t t = (m[i] >> width ^ m[i + width]) & mask;
            m[i] ^= t << width;
            m[i + width] ^= t;
        }
    }
}

void find(search *s, uint64_t goal, uint64_t care, unsigned length) {
    s->found = 0;
    s->growth = 0;
    s->kept = 0;
    if (length == 0) {
        find_none(s, goal, care);
    } else if ((int)length - (int)s->freed <= s->most) {
        memcpy(s->at, s->value, sizeof s->at);
        transpose(s->at);
        find_rest(s, goal, care, 0, length, s->count);
    }
}

static literal place_of(const literal place[MOST], literal x) { return place[x / 2] ^ (x & 1); }

static literal carry_out_from(circuit *c, const plan *p, const literal place[MOST], uint64_t goal,
                              uint64_t care, unsigned at) {
    literal x;
    if (p->length == 0) {
        return place_of(place, p->alone);
    }
    if (at + 1 == p->length) {
        const gate g = p->last;
        x = add(c, (gate){place_of(place, g.a), place_of(place, g.b), g.kind,
                          g.kind == SELECT ? place_of(place, g.c) : 0});
    } else {
        const literal with = place_of(place, p->outer[at].with);
        const uint64_t v = value_of(c, with);
        const uint8_t kind = p->outer[at].kind, flip = p->outer[at].flip;
        if (kind == SELECT) {
            const literal other = place_of(place, p->outer[at].other);
            const uint64_t w = v ^ goal, u = value_of(c, other) ^ goal;
            if (p->outer[at].role == 0) {
                const literal rest = carry_out_from(c, p, place, ~w, (w ^ u) & care, at + 1);
                x = add(c, (gate){rest, with, SELECT, other});
            } else {
                const literal rest = carry_out_from(c, p, place, goal, care & ~v, at + 1);
                x = add(c, (gate){with, other, SELECT, rest});
            }
        } else {
            const literal rest = kind == XOR
                                     ? carry_out_from(c, p, place, goal ^ v, care, at + 1)
                                     : carry_out_from(c, p, place, goal ^ sign(flip), care & v, at + 1);
            x = add(c, (gate){with, rest, kind, 0});
        }
    }
    return x ^ (((value_of(c, x) ^ goal) & care) != 0);
}

literal carry_out(circuit *c, const plan *p, const literal place[MOST], uint64_t goal, uint64_t care) {
    return carry_out_from(c, p, place, goal, care, 0);
}
