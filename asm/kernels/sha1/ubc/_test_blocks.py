# SPDX-License-Identifier: MIT
"""Test inputs for sha1dc kernels. For the masks: blocks that violate no condition of a DV, and blocks that
violate exactly one. For each condition of each DV there is a block in which it alone excludes the DV, and for each
condition two in which its first bit is 0 and 1. For each DV and each condition that a kernel could test for it by
mistake there is a block that violates this one and none of the DV.

A bit of the expanded message is a sum of message bits modulo 2. The conditions are therefore linear
equations in the bits of a block.
"""

import functools
import random
import struct

from asmgen.words import Ints
from spec.sha1 import CONDITIONS
from spec.sha1 import compression as sha1

from ._bitplanes import COUNT, FIRST, shifts

BITS = 512  # of a block; bit BITS of an equation is its right side
OPPOSITE = 1 << BITS  # of an equation
SATISFYING = 6  # blocks that satisfy a DV, before those for further conditions


def expanded():
    """Returns [t][b]: bit b of W[t] as a sum of message bits, one bit of the integer for each."""
    w = [[1 << (32 * t + b) for b in range(32)] for t in range(16)]
    for t in range(16, 80):
        w.append([w[t - 3][b - 1] ^ w[t - 8][b - 1] ^ w[t - 14][b - 1] ^ w[t - 16][b - 1] for b in range(32)])
    return w


def holds(equation, block):
    """Returns whether a block, an integer with bit BITS, satisfies an equation."""
    return (equation & block).bit_count() % 2 == 0


class System:
    """Linear equations in reduced form: each has a pivot, a bit that no other equation contains."""

    def __init__(self, rows=()):
        self.rows = list(rows)  # (pivot, equation)

    def with_equations(self, equations):
        """Returns the system with further equations, or None if they contradict it."""
        rows = list(self.rows)
        for e in equations:
            for bit, row in rows:
                if e >> bit & 1:
                    e ^= row
            if e == OPPOSITE:
                return None
            if e:
                new = (e & (OPPOSITE - 1)).bit_length() - 1
                rows = [(bit, row ^ e if row >> new & 1 else row) for bit, row in rows]
                rows.append((new, e))
        return System(rows)

    def solution(self, chance):
        """Returns a random block that solves the system, as an integer with bit BITS."""
        x = chance.getrandbits(BITS) | OPPOSITE
        for bit, _ in self.rows:
            x &= ~(1 << bit)
        ones = [bit for bit, row in self.rows if not holds(row, x)]
        for bit in ones:
            x |= 1 << bit
        return x


@functools.cache
def blocks():
    """Returns the test blocks. Each serves as many DVs as do not contradict each other."""
    chance, w = random.Random(0), expanded()
    of = {v: [] for v in range(32)}
    alone = {v: [] for v in of}  # for each condition of DV v its number and the value of its first bit
    for i, bi, j, bj, want, vectors in CONDITIONS:
        for n, v in enumerate(vectors if len(vectors) > 1 else 2 * vectors):
            equation = w[i][bi] ^ w[j][bj] ^ want << BITS
            if equation not in of[v]:
                of[v].append(equation)
            alone[v].append((equation, w[i][bi] ^ (n % 2) << BITS))
    made = _covering(chance, {v: [of[v]] * SATISFYING for v in of})
    made += _covering(
        chance,
        {
            v: [[value, *(e ^ OPPOSITE if e == missed else e for e in of[v])] for missed, value in alone[v]]
            for v in of
        },
    )
    others = [
        w[t][kind.bi] ^ w[FIRST + (t - FIRST + kind.distance) % COUNT][kind.bj] ^ kind.want << BITS
        for kind in sorted(shifts())
        for t in range(FIRST, FIRST + COUNT)
    ]
    made += _covering(chance, {v: _others_violated(of[v], others, made) for v in of})
    return [b"".join((x >> 32 * t & 0xFFFFFFFF).to_bytes(4, "big") for t in range(16)) for x in made]


def _others_violated(conditions, others, made):
    """Returns the equations of blocks that satisfy the conditions of a DV and violate those others that no block of
    `made` does. The conditions imply some others."""
    satisfying = [x for x in made if all(holds(e, x) for e in conditions)]
    left, found = [e for e in others if all(holds(e, x) for x in satisfying)], []
    while left:
        system, some, rest = System().with_equations(conditions), [], []
        for e in left:
            more = system.with_equations([e ^ OPPOSITE])
            (some if more else rest).append(e)
            system = more or system
        if not some:
            break
        found.append([*conditions, *(e ^ OPPOSITE for e in some)])
        left = rest
    return found


def _covering(chance, left):
    """Returns blocks for all entries of left. left[v]: for each block of DV v the equations that it satisfies."""
    made = []
    while any(left.values()):
        system = System()
        for v in sorted(left, key=lambda v: (-len(left[v]), chance.random())):
            more = system.with_equations(left[v][-1]) if left[v] else None
            if more:
                system = more
                left[v].pop()
        made.append(system.solution(chance))
    return made


def inputs(chance):
    """Yields (counts, buffers) of a call on all blocks, then of a call on each, because a kernel may have
    separate code for the last block of a message."""
    made = blocks()
    for message in [made, *([block] for block in made)]:
        yield (
            {"nblocks": len(message)},
            {"cv": chance.randbytes(20), "blocks": b"".join(message), "info": bytes(124 * len(message))},
        )


def lane_inputs(lanes, calls=1):
    """Returns the generator function of inputs for sha1dc.lanes kernels: a call in which the blocks are
    distributed over the lanes, and further calls in which each lane has those of the one before. A kernel
    whose lanes have masks of their own needs as many calls as it has lanes."""

    def made(chance):
        some = list(blocks())
        count = -(-len(some) // lanes)
        some += some[: count * lanes - len(some)]
        messages = [b"".join(some[count * lane : count * (lane + 1)]) for lane in range(lanes)]
        for call in range(calls):
            yield (
                {"nblocks": count},
                {
                    "cv": chance.randbytes(20 * lanes),
                    "info": bytes(24 * lanes * count),
                    "blocks": messages[call:] + messages[:call],
                },
            )

    return made


def collisions(chance):
    """Yields (counts, buffers) of calls of sha1dc.test: for the halves of a collision, and for blocks whose other
    half reaches a state before round 60 that differs in one word."""
    w = Ints()
    for differing in (None, *range(5)):
        other, dm, before = chance.randbytes(64), chance.randbytes(320), chance.randbytes(20)
        W, cv = sha1.schedule(w, other), struct.unpack("<5I", before)
        seen = sha1.rounds(w, cv, W)
        state = list(seen[60])
        if differing is not None:
            state[differing] ^= 1 << chance.randrange(32)
            # five words lead from any state to any other, so that the last states agree
            now = state
            for t in range(60, 65):
                W[t] = w.sub(seen[t + 1][0], sha1.rounds(w, now, {t: 0}, [t])[-1][0], 32)
                now = sha1.rounds(w, now, W, [t])[-1]
        differences = struct.unpack("<80I", dm)
        after = [w.add(x, y, 32) for x, y in zip(seen[80], cv)]
        yield (
            {},
            {
                "differences": bytes(4),
                "after": struct.pack("<5I", *after),
                "state": struct.pack("<5I", *state),
                "words": struct.pack("<20I", *(x ^ y for x, y in zip(W[60:], differences[60:]))),
                "block": bytes(x ^ dm[i ^ 3] for i, x in enumerate(other)),
                "dm": dm,
            },
        )
