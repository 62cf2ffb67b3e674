# SPDX-License-Identifier: MIT
"""IP and FP on two words in registers, as five exchanges of bit groups (see src/des/des_sp.h).

An exchange swaps the bits of one word under a mask with those of the other word under the shifted
mask. One of the words is rotated first, so that both masks are equal. Then an exchange is a xor of the
words, an and, and two xors, without a shift. `_plan` chooses the word to rotate before each exchange
so that the fewest rotations are needed in all.
"""

import functools
import itertools

# (word under the mask, shift of the mask for the other word, mask). The words are data[0] and data[1].
IP = ((0, 4, 0x0F0F0F0F), (1, 16, 0x0000FFFF), (0, 2, 0x33333333), (1, 8, 0x00FF00FF), (0, 1, 0x55555555))
FP = IP[::-1]
ROTATED = 3  # between IP and FP half blocks are kept rotated left by this


def ip(f, words, x):
    """Applies IP to the little-endian words of a block. Leaves the rotated halves, R in words[0] and L
    in words[1]. Overwrites x."""
    _permute(f, words, x, IP, 0, ROTATED)


def fp(f, words, x):
    """Applies FP to the rotated halves, of which words[0] is the right one. Leaves the little-endian
    words of a block. Overwrites x."""
    _permute(f, words, x, FP, ROTATED, 0)


def rotate(f, words, count):
    """Rotates both words left by count, or right by -count."""
    _rotate_both(f, words, (count % 32, count % 32))


def _permute(f, words, x, exchanges, before, after):
    *plan, (last_rotations, _) = _plan(exchanges, before, after)
    for (_, size, _), (rotations, mask) in zip(exchanges, plan):
        _rotate_both(f, words, rotations)
        f.mov(x, words[0], note=f"exchange groups of {size} bits")
        f.xor(x, words[1])
        f.and_(x, mask)
        f.xor(words[0], x)
        f.xor(words[1], x)
    _rotate_both(f, words, last_rotations)


def _rotate_both(f, words, counts):
    for word, count in zip(words, counts):
        if count > 16:
            f.ror(word, 32 - count)
        elif count:
            f.rol(word, count)


@functools.cache
def _plan(exchanges, before, after):
    """Returns ((left rotations of the two words, mask of the exchange that follows or 0), ...).

    before, after: by how much the words are rotated to the left before and after the permutation.
    """

    def steps(choices):
        state, found = [before, before], []
        for (first, shift, mask), rotated in zip(exchanges, choices):
            # bit p of the first word and bit p + shift of the other one change places
            wanted = list(state)
            other = 1 - first
            if rotated == other:
                wanted[other] = (state[first] - shift) % 32
            else:
                wanted[first] = (state[other] + shift) % 32
            rotations = tuple((w - s) % 32 for w, s in zip(wanted, state))
            state = wanted
            place = state[first]
            found.append((rotations, (mask << place | mask >> (32 - place)) & 0xFFFFFFFF))
        rotations = tuple((after - s) % 32 for s in state)
        return tuple(found + [(rotations, 0)])

    plans = [steps(choices) for choices in itertools.product((0, 1), repeat=len(exchanges))]
    return min(plans, key=lambda plan: sum(count != 0 for rotations, _ in plan for count in rotations))
