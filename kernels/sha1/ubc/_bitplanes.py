# SPDX-License-Identifier: MIT
"""The conditions that clear a block of disturbance vectors (src/sha1/sha1dc_facts.json), for bit
planes: one bit of every word of a block, as one integer.

Bit p of a plane belongs to W[FIRST + p]. Conditions of one kind look at the same two bits of words
the same distance apart; x = plane(bi) ^ plane(bj) >> distance tells all of them at once. Along a
family of vectors, I(K,b) or II(K,b) with one b, conditions move with K: x, shifted, falls on the
family's bits of a result, and a mask keeps those for which there is a condition.
"""

import json
import os
from collections import defaultdict, namedtuple

FIRST, COUNT = 35, 32  # the words whose bits make a plane
ROUNDS = 2  # shifts of one vector of x's
FACTS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "src", "sha1", "sha1dc_facts.json"
)
# The families in the order of their bits in the result, cut where no vector is: type, b, K from, to.
# Of all orders the one with the fewest shifts.
SEGMENTS = ((1, 2, 46, 51), (2, 2, 46, 46), (2, 2, 49, 51), (1, 0, 43, 52), (2, 0, 45, 56))

# bit bi of W[t] and bit bj of W[t + distance] sum to want, or the vectors are excluded
Kind = namedtuple("Kind", "bi distance bj want")
# kinds: whose x is in the lanes; left: shifts are to the left; shifts: for each of the rounds
# [(count, mask) of each lane]
Vector = namedtuple("Vector", "kinds left shifts")


def facts():
    with open(FACTS, encoding="utf-8") as file:
        return json.load(file)


def places(vectors):
    """[the bit of each vector in the result]."""
    bases, at = [], 0
    for *_, low, high in SEGMENTS:
        bases.append(at - low)
        at += high - low + 1

    def place(v):
        return next(
            v["K"] + base
            for (kind, b, low, high), base in zip(SEGMENTS, bases)
            if (v["type"], v["b"]) == (kind, b) and low <= v["K"] <= high
        )

    made = [place(v) for v in vectors]
    assert sorted(made) == list(range(32))
    return made


def shifts():
    """{kind: {places that x moves down by: mask}}."""
    known = facts()
    place = places(known["vectors"])
    made = defaultdict(lambda: defaultdict(int))
    for i, bi, j, bj, want, vectors in known["conditions"]:
        for v in vectors:
            made[Kind(bi, j - i, bj, want)][i - FIRST - place[v]] |= 1 << place[v]
    return made


def vectors(width):
    """All shifts, packed: each of `width` lanes has one kind, which it shifts up to ROUNDS times."""
    made = []
    for left in (False, True):
        lanes = []
        for kind, by in sorted(shifts().items()):
            mine = sorted((abs(s), mask) for s, mask in by.items() if (s < 0) == left)
            lanes += [(kind, mine[n : n + ROUNDS]) for n in range(0, len(mine), ROUNDS)]
        lanes.sort(key=lambda lane: -len(lane[1]))
        for n in range(0, len(lanes), width):
            some = lanes[n : n + width]
            some += [(some[0][0], [])] * (width - len(some))  # lanes of no effect
            most = max(len(mine) for _, mine in some)
            made.append(
                Vector(
                    tuple(kind for kind, _ in some),
                    left,
                    [[mine[k] if k < len(mine) else (0, 0) for _, mine in some] for k in range(most)],
                )
            )
    return made


def lanes_by_rotation(width, rotations):
    """[(kind, [(places that x moves down by, modulo 32; mask)])]: in each of `width` lanes one kind
    with so many rotations."""
    made = []
    for kind, by in sorted(shifts().items()):
        mine = sorted((count % 32, mask) for count, mask in by.items())
        for n in range(0, len(mine), rotations):
            some = mine[n : n + rotations]
            made.append((kind, some + [(0, 0)] * (rotations - len(some))))
    assert len(made) <= width
    return made + [(made[0][0], [(0, 0)] * rotations)] * (width - len(made))
