# SPDX-License-Identifier: MIT
"""Blocks that the conditions only just clear, to try kernels of sha1dc.blocks on: every condition of
every vector is, in some block, the only one that excludes it.

A bit of the expanded message is a sum of message bits, so conditions are linear equations in these.
"""

from ._bitplanes import facts

BITS = 512  # of a block; bit BITS of an equation is its right side
SUSPECTS = 10  # blocks for each vector: a condition too many clears one in two


def expanded():
    """[t][b]: bit b of W[t], as the sum of message bits."""
    w = [[1 << (32 * t + b) for b in range(32)] for t in range(16)]
    for t in range(16, 80):
        w.append([w[t - 3][b - 1] ^ w[t - 8][b - 1] ^ w[t - 14][b - 1] ^ w[t - 16][b - 1] for b in range(32)])
    return w


class System:
    """Equations, each with a bit of its own that no other has."""

    def __init__(self, rows=()):
        self.rows = list(rows)  # (bit, equation)

    def with_equations(self, equations):
        """A system that has these as well, or None where they contradict it."""
        rows = list(self.rows)
        for e in equations:
            for bit, row in rows:
                if e >> bit & 1:
                    e ^= row
            if e == 1 << BITS:
                return None
            if e:
                new = (e & ((1 << BITS) - 1)).bit_length() - 1
                rows = [(bit, row ^ e if row >> new & 1 else row) for bit, row in rows]
                rows.append((new, e))
        return System(rows)

    def solution(self, chance):
        x = chance.getrandbits(BITS) | 1 << BITS
        for bit, _ in self.rows:
            x &= ~(1 << bit)
        ones = [bit for bit, row in self.rows if (row & x).bit_count() % 2]
        for bit in ones:
            x |= 1 << bit
        return b"".join((x >> 32 * t & 0xFFFFFFFF).to_bytes(4, "big") for t in range(16))


def blocks(chance):
    """The blocks, each for as many vectors as go together: first such as are suspect of them, so
    many for each vector, then those that a single condition clears."""
    w = expanded()
    of = {v: [] for v in range(32)}
    for i, bi, j, bj, want, vectors in facts()["conditions"]:
        for v in vectors:
            of[v].append(w[i][bi] ^ w[j][bj] ^ want << BITS)
    return _covering(chance, of, {v: [None] * SUSPECTS for v in of}) + _covering(
        chance, of, {v: list(range(len(of[v]))) for v in of}
    )


def _covering(chance, of, left):
    """Blocks until nothing is left; left[v]: numbers of conditions on vector v to be missed, or None
    where none is."""
    made = []
    while any(left.values()):
        system = System()
        for v in sorted(of, key=lambda v: (-len(left[v]), chance.random())):
            if left[v]:
                missed = left[v][-1]
                more = system.with_equations([e ^ (n == missed) << BITS for n, e in enumerate(of[v])])
                if more:
                    system = more
                    left[v].pop()
        made.append(system.solution(chance))
    return made


def inputs(chance):
    """(counts, buffers) of a call on all of them, then of one on each: a kernel may have code of its
    own for the last block of a message."""
    made = blocks(chance)
    for message in [made, *([block] for block in made)]:
        yield (
            {"nblocks": len(message)},
            {"cv": chance.randbytes(20), "blocks": b"".join(message), "info": bytes(124 * len(message))},
        )


def lane_inputs(lanes):
    """As `inputs`, for kernels of so many lanes: (counts, buffers) of a call on all of the blocks,
    shared out among the lanes."""

    def made(chance):
        some = blocks(chance)
        count = -(-len(some) // lanes)
        some += some[: count * lanes - len(some)]
        yield (
            {"nblocks": count},
            {
                "cv": chance.randbytes(20 * lanes),
                "info": bytes(24 * lanes * count),
                "blocks": [b"".join(some[count * lane : count * (lane + 1)]) for lane in range(lanes)],
            },
        )

    return made
