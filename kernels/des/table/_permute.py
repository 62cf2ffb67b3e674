# SPDX-License-Identifier: MIT
"""IP and FP on two words in registers, as five exchanges of bit groups (see src/des/des_sp.h).

An exchange trades the bits of one word at a mask for those of the other at the mask shifted. The
words are kept rotated, so that the two masks lie one above the other: then an exchange is a xor of
the words, an and, and two more xors, without a shift. `_plan` finds which word to rotate before
each exchange so that the least rotations are left to do at the end.
"""

import functools
import itertools

# (word that is masked as it stands, shift of the other one, mask), of the words data[0] and data[1]
IP = ((0, 4, 0x0F0F0F0F), (1, 16, 0x0000FFFF), (0, 2, 0x33333333), (1, 8, 0x00FF00FF), (0, 1, 0x55555555))
FP = IP[::-1]
ROTATED = 3  # between IP and FP half blocks are kept rotated left by this


def ip(f, words, x):
    """In: a block's little-endian words. Out: the rotated halves R in words[0], L in words[1]."""
    _permute(f, words, x, IP, 0, ROTATED)


def fp(f, words, x):
    """In: the rotated halves, the right one in words[0]. Out: a block's little-endian words."""
    _permute(f, words, x, FP, ROTATED, 0)


def rotate(f, words, count):
    """Both words left by count, right where it is negative."""
    for word in words:
        _rotate(f, word, count % 32)


def _permute(f, words, x, exchanges, before, after):
    """x: a register to work in."""
    for turns, mask in _plan(exchanges, before, after):
        for word, count in zip(words, turns):
            _rotate(f, word, count)
        if mask:
            f.mov(x, words[0])
            f.xor(x, words[1])
            f.and_(x, mask)
            f.xor(words[0], x)
            f.xor(words[1], x)


def _rotate(f, word, count):
    if count > 16:
        f.ror(word, 32 - count)
    elif count:
        f.rol(word, count)


@functools.cache
def _plan(exchanges, before, after):
    """((left rotations of the two words, mask of the exchange that follows or 0), ...)"""

    def steps(choices):
        state, found = [before, before], []
        for (first, shift, mask), moved in zip(exchanges, choices):
            # a bit of the first word at p meets one of the other at p + shift
            wanted = list(state)
            other = 1 - first
            if moved == other:
                wanted[other] = (state[first] - shift) % 32
            else:
                wanted[first] = (state[other] + shift) % 32
            turns = tuple((w - s) % 32 for w, s in zip(wanted, state))
            state = wanted
            place = state[first]
            found.append((turns, (mask << place | mask >> (32 - place)) & 0xFFFFFFFF))
        turns = tuple((after - s) % 32 for s in state)
        return tuple(found + [(turns, 0)])

    plans = [steps(choices) for choices in itertools.product((0, 1), repeat=len(exchanges))]
    return min(plans, key=lambda plan: sum(turn != 0 for turns, _ in plan for turn in turns))
