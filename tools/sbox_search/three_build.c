/* SPDX-License-Identifier: MIT */
/* Computes a goal with as many gates as it needs, by splitting the inputs. */
#include "three.h"

/* Chooses a signal that splits the inputs in `care`, most often an input. Returns 0 if it finds none. */
static int choose_split(const circuit *c, uint64_t care, unsigned *split) {
    for (unsigned tries = 0; tries < 8; tries++) {
        *split = below(below(4) == 0 ? c->signals : INPUTS);
        const unsigned ones = (unsigned)__builtin_popcountll(care & c->value[*split]);
        const unsigned zeros = (unsigned)__builtin_popcountll(care & ~c->value[*split]);
        if (ones != 0 && zeros != 0 && (*split < INPUTS || (3 * ones > zeros && 3 * zeros > ones))) {
            return 1;
        }
    }
    return 0;
}

int build(circuit *c, uint64_t goal, uint64_t care, unsigned most, unsigned splits, int all,
          literal *result) {
    gate root;
    circuit least;
    const unsigned before = c->signals;
    int found = 0;
    if (find_none(c, goal, care, result)) {
        return 1;
    }
    if (most >= 1 && find_one(c, goal, care, 0, &root)) {
        *result = add(c, root);
        return 1;
    }
    if (most >= 2 && find_two(c, goal, care, 0, &root)) {
        *result = add(c, root);
        return 1;
    }
    for (unsigned i = 0; i < splits && most >= 3; i++) {
        circuit each = *c;
        literal in[3];
        unsigned split;
        if (!choose_split(c, care, &split)) {
            break;
        }
        const unsigned first = below(2);
        in[0] = (literal)split;
        for (unsigned half = 0; half < 2; half++) {
            const unsigned one = first ^ half;
            const uint64_t where = one ? c->value[split] : ~c->value[split];
            const unsigned used = each.signals - before + 1;
            if (used > most ||
                !build(&each, goal, care & where, most - used, splits, all, &in[one ? 1 : 2])) {
                break;
            }
            if (half == 1) {
                const literal last = add(&each, settled(in, 0xca));
                if (each.signals - before <= most) {
                    least = each;
                    *result = last;
                    found = 1;
                    most = each.signals - before - 1;
                }
            }
        }
        if (found && (!all || least.signals == before)) {
            break;
        }
    }
    if (found) {
        *c = least;
    }
    return found;
}

int build_output(circuit *c, uint64_t goal, unsigned most, unsigned splits, int all, gate *root) {
    circuit least;
    const unsigned before = c->signals;
    int found = 0;
    if (find_one(c, goal, ~(uint64_t)0, 1, root) || (most >= 1 && find_two(c, goal, ~(uint64_t)0, 1, root))) {
        return 1;
    }
    for (unsigned i = 0; i < splits && most >= 2; i++) {
        /* an output of signal `other` and a new one, which is the goal or its complement by `other` */
        circuit each = *c;
        const unsigned other = below(c->signals);
        uint64_t care = 0, flip = 0;
        unsigned table = 0;
        for (unsigned q = 0; q < 2; q++) {
            const uint64_t cell = q ? c->value[other] : ~c->value[other];
            if ((goal & cell) == 0 || (~goal & cell) == 0) {
                table |= ((goal & cell) != 0 ? 5u : 0u) << q;
                continue;
            }
            const unsigned turn = below(4) == 0 ? 0 : q;
            table |= (turn ? 1u : 4u) << q;
            flip |= turn ? cell : 0;
            care |= cell;
        }
        literal in[3] = {0, 0, (literal)other};
        if (build(&each, goal ^ flip, care, most, splits, all, &in[1]) && each.signals - before <= most) {
            *root = settled(in, table);
            root->table &= 15;
            least = each;
            found = 1;
            if (!all || each.signals == before) {
                break;
            }
            most = each.signals - before - 1;
        }
    }
    if (found) {
        *c = least;
    }
    return found;
}
