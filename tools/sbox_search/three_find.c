/* SPDX-License-Identifier: MIT */
/* Finds one gate or two that compute a goal. */
#if defined(__AVX512F__) || defined(__BMI2__)
#include <immintrin.h>
#endif

#include "three.h"

#define ENOUGH 40 /* equally good pairs of gates, among which find_two chooses */

/* Returns a mask: bit r is set if some input of the set is in cell r of three signals. */
static inline unsigned cells(const uint64_t v[3], uint64_t set) {
#ifdef __AVX512F__
    const __m512i bit4 = _mm512_set_epi64(0, 0, 0, 0, -1, -1, -1, -1);
    const __m512i bit2 = _mm512_set_epi64(0, 0, -1, -1, 0, 0, -1, -1);
    const __m512i bit1 = _mm512_set_epi64(0, -1, 0, -1, 0, -1, 0, -1);
    const __m512i a = _mm512_xor_si512(_mm512_set1_epi64((long long)v[0]), bit4);
    const __m512i b = _mm512_xor_si512(_mm512_set1_epi64((long long)v[1]), bit2);
    const __m512i c = _mm512_xor_si512(_mm512_set1_epi64((long long)v[2]), bit1);
    const __m512i cell = _mm512_and_si512(a, _mm512_and_si512(b, c));
    return _mm512_test_epi64_mask(cell, _mm512_set1_epi64((long long)set));
#else
    const uint64_t low[4] = {~v[1] & ~v[2], ~v[1] & v[2], v[1] & ~v[2], v[1] & v[2]};
    unsigned result = 0;
    for (unsigned r = 0; r < 4; r++) {
        result |= (unsigned)((set & low[r] & ~v[0]) != 0) << r;
        result |= (unsigned)((set & low[r] & v[0]) != 0) << (r + 4);
    }
    return result;
#endif
}

/* Returns a table with the given ones and zeros. The other bits are random. */
static uint8_t table_of(unsigned ones, unsigned zeros) {
    return (uint8_t)((ones | (unsigned)random64()) & ~zeros);
}

int find_none(const circuit *c, uint64_t goal, uint64_t care, literal *result) {
    const unsigned start = below(c->signals);
    for (unsigned n = 0; n < c->signals; n++) {
        const unsigned i = (start + n) % c->signals;
        const uint64_t differ = (c->value[i] ^ goal) & care;
        if (differ == 0 || differ == care) {
            *result = (literal)(i | (differ == 0 ? 0 : COMPLEMENT));
            return 1;
        }
    }
    return 0;
}

/* A goal, the best plan for it so far, and the number of equally good ones. A plan of two gates has the inner
 * gate as root.in[0]. An output has no root.in[1]. */
typedef struct plan {
    const circuit *c;
    uint64_t goal, care;
    int output;
    unsigned found;
    gate root, inner;
} plan;

static int try_one(void *state, const uint8_t in[3]) {
    plan *p = state;
    const uint64_t v[3] = {p->c->value[in[0]], p->c->value[in[1]], p->c->value[in[2]]};
    const unsigned ones = cells(v, p->goal & p->care), zeros = cells(v, ~p->goal & p->care);
    if ((ones & zeros) == 0 && below(++p->found) == 0) {
        p->root = (gate){{in[0], in[1], in[2]}, table_of(ones, zeros)};
    }
    return 0;
}

/* Tries an inner gate of three signals under a root of which cell q is the gate's, its complement or
 * constant. */
static void try_inner(plan *p, const uint8_t in[3], const uint8_t outer[2]) {
    const circuit *c = p->c;
    const uint64_t v[3] = {c->value[in[0]], c->value[in[1]], c->value[in[2]]};
    const uint64_t b = p->output ? 0 : c->value[outer[0]], e = c->value[outer[1]];
    const unsigned count = p->output ? 2 : 4;
    unsigned ones[4], zeros[4], want = 0, not = 0, table = 0;
    for (unsigned q = 0; q < count; q++) {
        const uint64_t cell = (q & 2 ? b : ~b) & (q & 1 ? e : ~e) & p->care;
        ones[q] = cells(v, cell & p->goal);
        zeros[q] = cells(v, cell & ~p->goal);
        if ((ones[q] & zeros[q]) != 0) {
            return;
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
            return;
        }
    }
    if (below(++p->found) == 0) {
        p->root = (gate){{0, outer[0], outer[1]}, (uint8_t)table};
        p->inner = (gate){{in[0], in[1], in[2]}, table_of(want, not)};
    }
}

/* Tries two gates of five signals, or one under an output of four. */
static int try_two(void *state, const uint8_t in[5]) {
    plan *p = state;
    const unsigned n = p->output ? 4 : 5;
    for (unsigned d = 0; d < (p->output ? 1 : n); d++) {
        for (unsigned e = p->output ? 0 : d + 1; e < n; e++) {
            const uint8_t outer[2] = {p->output ? 0 : in[d], in[e]};
            uint8_t inner[3];
            unsigned k = 0;
            for (unsigned i = 0; i < n; i++) {
                if (i != e && (p->output || i != d)) {
                    inner[k++] = in[i];
                }
            }
            try_inner(p, inner, outer);
        }
    }
    return p->found >= ENOUGH;
}

/* Finds an output of two signals. */
static int find_pair(const circuit *c, uint64_t goal, gate *root) {
    unsigned found = 0;
    for (unsigned i = 1; i < c->signals; i++) {
        for (unsigned j = 0; j < i; j++) {
            const uint64_t v[3] = {0, c->value[i], c->value[j]};
            const unsigned ones = cells(v, goal), zeros = cells(v, ~goal);
            if ((ones & zeros) == 0 && below(++found) == 0) {
                *root = (gate){{0, (uint8_t)i, (uint8_t)j}, table_of(ones, zeros) & 15};
            }
        }
    }
    return found > 0;
}

int find_one(const circuit *c, uint64_t goal, uint64_t care, int output, gate *root) {
    if (output) {
        return find_pair(c, goal, root);
    }
    plan p = {.c = c, .goal = goal, .care = care};
    sets s = {.visit = try_one, .state = &p};
    begin_sets(&s, c, goal, care);
    visit_sets(&s, 3);
    *root = p.root;
    return p.found > 0;
}

int find_two(circuit *c, uint64_t goal, uint64_t care, int output, gate *root) {
    plan p = {.c = c, .goal = goal, .care = care, .output = output};
    sets s = {.visit = try_two, .state = &p};
    begin_sets(&s, c, goal, care);
    visit_sets(&s, output ? 4 : 5);
    if (p.found == 0) {
        return 0;
    }
    const literal inner = add(c, p.inner);
    if (output) {
        const unsigned t = p.root.table; /* by the inner gate and in[2] */
        const literal in[3] = {0, inner, p.root.in[2]};
        *root = settled(in, (t & 3) | (t >> 4 & 3) << 2);
        root->table &= 15;
    } else {
        const literal in[3] = {inner, p.root.in[1], p.root.in[2]};
        *root = settled(in, p.root.table);
    }
    return 1;
}
