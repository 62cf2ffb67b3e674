/* SPDX-License-Identifier: MIT */
/* Finds gates that select. */
#include "two.h"

/* Returns the signals that are the goal in `care`, and sets *high to those that are its complement. */
static uint64_t agree(const search *s, uint64_t goal, uint64_t care, uint64_t *high) {
    uint64_t low = all_signals(s), other = low;
    for (; care != 0 && (low | other) != 0; care &= care - 1) {
        const unsigned x = (unsigned)__builtin_ctzll(care);
        const uint64_t t = s->at[x] ^ (0 - (goal >> x & 1));
        low &= ~t;
        other &= t;
    }
    *high = other;
    return low;
}

void find_select(search *s, uint64_t goal, uint64_t care, unsigned gates) {
    for (unsigned i = 0; i < s->count; i++) {
        const uint64_t v = s->value[i], self = (uint64_t)1 << i;
        uint64_t bh, ch;
        if ((care & v) == 0 || (care & ~v) == 0) {
            continue;
        }
        const uint64_t bs = (agree(s, goal, care & v, &bh) | bh) & ~self;
        if (bs == 0) {
            continue;
        }
        const uint64_t cs = (agree(s, goal, care & ~v, &ch) | ch) & ~self;
        for (uint64_t l = bs; cs != 0 && l != 0; l &= l - 1) {
            const unsigned b = (unsigned)__builtin_ctzll(l), bf = bh >> b & 1;
            for (uint64_t m = cs & ~((uint64_t)1 << b); m != 0; m &= m - 1) {
                const unsigned k = (unsigned)__builtin_ctzll(m), cf = ch >> k & 1;
                const uint64_t vb = s->value[b] ^ sign(bf), vc = s->value[k] ^ sign(cf);
                if (((vb ^ vc) & 1) == 0 && (gates == 1 || !exists(s, (v & vb) | (~v & vc)))) {
                    consider(s, gates, s->keeps[i] | s->keeps[b] | s->keeps[k],
                             (gate){literal_of(s, i, 0), literal_of(s, b, bf), SELECT, literal_of(s, k, cf)});
                }
            }
        }
    }
}

/* Returns a random member of a set. */
static unsigned pick(uint64_t set) {
    for (unsigned n = below((unsigned)__builtin_popcountll(set)); n > 0; n--) {
        set &= set - 1;
    }
    return (unsigned)__builtin_ctzll(set);
}

void find_after_select(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, uint64_t of) {
    const uint64_t kept = s->kept;
    for (; of != 0; of &= of - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(of);
        for (unsigned f = 0; f < 2; f++) {
            const uint64_t v = s->value[i] ^ sign(f);
            uint64_t bh;
            if ((care & v) == 0 || (care & ~v) == 0) {
                continue;
            }
            const uint64_t bs = (agree(s, goal, care & v, &bh) | bh) & ~((uint64_t)1 << i);
            if (bs == 0) {
                continue;
            }
            const unsigned b = pick(bs);
            s->kept |= s->keeps[i] | s->keeps[b];
            if (may_grow(s, gates)) {
                s->now.outer[at].kind = SELECT;
                s->now.outer[at].role = 1;
                s->now.outer[at].with = literal_of(s, i, f);
                s->now.outer[at].other = literal_of(s, b, bh >> b & 1);
                find_rest(s, goal, care & ~v, at + 1, gates, s->count);
            }
            s->kept = kept;
        }
    }
}

void find_selector(search *s, uint64_t goal, uint64_t care, unsigned at, unsigned gates, uint64_t of) {
    const uint64_t kept = s->kept;
    for (; of != 0; of &= of - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(of);
        for (unsigned j = 0; j < i; j++) {
            for (unsigned f = 0; f < 2; f++) {
                /* both equal for the input 0 */
                const unsigned g = (f ^ (unsigned)(s->value[i] ^ s->value[j])) & 1;
                const uint64_t wi = (s->value[i] ^ sign(f) ^ goal) & care;
                const uint64_t wj = (s->value[j] ^ sign(g) ^ goal) & care;
                if ((wi & wj) != 0 || wi == 0 || wj == 0) {
                    continue;
                }
                s->kept |= s->keeps[i] | s->keeps[j];
                if (may_grow(s, gates)) {
                    s->now.outer[at].kind = SELECT;
                    s->now.outer[at].role = 0;
                    s->now.outer[at].with = literal_of(s, i, f);
                    s->now.outer[at].other = literal_of(s, j, g);
                    find_rest(s, ~wi, wi | wj, at + 1, gates, s->count);
                }
                s->kept = kept;
            }
        }
    }
}
