# SPDX-License-Identifier: MIT
"""The unavoidable bit conditions (UBCs) of asm/spec/sha1/sha1dc_facts.json as operations on bit planes.

Bit p of bit plane b is bit b of W[FIRST + p]. A condition requires that bit bi of W[t] ^ bit bj of
W[t + distance] is want. Conditions that differ in t only are of one kind. Let
    x = plane(bi) ^ (plane(bj) >> distance), complemented if want is 1.
Bit t - FIRST of x is set if the condition of this kind on W[t] is violated.

A violated condition excludes the disturbance vectors (DVs) that have it. DVs I(K,b) or II(K,b) with the
same type and b are a family, in which t grows with K. The result has one bit for each DV, in order of K
inside a family. A shift therefore moves the bits of x to the bits of the family, and a mask keeps those
of the DVs that have the condition.
"""

from collections import defaultdict, namedtuple

from spec.sha1 import CONDITIONS, VECTORS

FIRST, COUNT = 35, 32  # the schedule words of which the planes consist
# offsets in og_sha1dc_block_info, after W[60..79], and its size, in bytes
INFO_CV, INFO_STATE, INFO_MASK, INFO = 80, 100, 120, 124
# The order of the DVs in the result: (type, b, first K, last K), with gaps of K left out. This order
# needs the fewest shifts.
SEGMENTS = ((1, 2, 46, 51), (2, 2, 46, 46), (2, 2, 49, 51), (1, 0, 43, 52), (2, 0, 45, 56))

Kind = namedtuple("Kind", "bi distance bj want")
# A vector of x's. kinds: the kind of each element. left: whether its shifts are to the left. shifts: for
# each shift [(count, mask) of each element].
ShiftVector = namedtuple("ShiftVector", "kinds left shifts")


def dv_name(dv):
    """Returns the name of a DV in the literature."""
    return f"{'I' * dv['type']}({dv['K']},{dv['b']})"


def result_bits(dvs):
    """Returns the bit of each DV in the result."""
    bases, at = [], 0
    for *_, low, high in SEGMENTS:
        bases.append(at - low)
        at += high - low + 1

    def bit(dv):
        return next(
            dv["K"] + base
            for (kind, b, low, high), base in zip(SEGMENTS, bases)
            if (dv["type"], dv["b"]) == (kind, b) and low <= dv["K"] <= high
        )

    made = [bit(dv) for dv in dvs]
    assert sorted(made) == list(range(32))
    return made


def names(dvs):
    """Returns the names of DVs; I(46..48,2) is I(46,2), I(47,2), I(48,2)."""
    runs = []
    for dv in dvs:
        family, k = ("I" * dv["type"], dv["b"]), dv["K"]
        if runs and runs[-1][0] == family and runs[-1][2] == k - 1:
            runs[-1][2] = k
        else:
            runs.append([family, k, k])
    return " ".join(f"{name}({k if k == last else f'{k}..{last}'},{b})" for (name, b), k, last in runs)


def dv_names(mask):
    """Returns the names of the DVs in a mask of the result."""
    return names(dv for dv, bit in zip(VECTORS, result_bits(VECTORS)) if mask >> bit & 1)


def violation(number, kind):
    """Returns the note on the computation of x of a kind."""
    return f"kind {number}: violated if W[t].{kind.bi} ^ W[t+{kind.distance}].{kind.bj} = {1 - kind.want}"


def masks_note(kinds, elements):
    """Returns the note on a vector of masks: which DVs a kind excludes. elements: (kind, mask)."""
    return "; ".join(f"kind {kinds.index(kind)}: {dv_names(mask)}" for kind, mask in elements if mask)


def shifts(first=FIRST):
    """Returns {kind: {bits by which x moves down: mask}}. first: the t of bit 0 of x."""
    bit = result_bits(VECTORS)
    made = defaultdict(lambda: defaultdict(int))
    for i, bi, j, bj, want, dvs in CONDITIONS:
        for dv in dvs:
            made[Kind(bi, j - i, bj, want)][i - first - bit[dv]] |= 1 << bit[dv]
    return made


def shift_vectors(width, most_shifts):
    """Returns all shifts as a list of ShiftVector of `width` elements. An element has up to `most_shifts` shifts,
    all in one direction."""
    made = []
    for left in (False, True):
        elements = []
        for kind, by in sorted(shifts().items()):
            mine = sorted((abs(s), mask) for s, mask in by.items() if (s < 0) == left)
            elements += [(kind, mine[n : n + most_shifts]) for n in range(0, len(mine), most_shifts)]
        elements.sort(key=lambda element: -len(element[1]))
        for n in range(0, len(elements), width):
            some = elements[n : n + width]
            some += [(some[0][0], [])] * (width - len(some))  # elements without a shift
            most = max(len(mine) for _, mine in some)
            made.append(
                ShiftVector(
                    tuple(kind for kind, _ in some),
                    left,
                    [[mine[k] if k < len(mine) else (0, 0) for _, mine in some] for k in range(most)],
                )
            )
    return made


def rotation_elements(width, rotations):
    """Returns `width` elements (kind, [(bits by which x rotates down, mask)]) with `rotations` rotations
    each."""
    made = []
    for kind, by in sorted(shifts().items()):
        mine = sorted((count % 32, mask) for count, mask in by.items())
        for n in range(0, len(mine), rotations):
            some = mine[n : n + rotations]
            made.append((kind, some + [(0, 0)] * (rotations - len(some))))
    assert len(made) <= width
    return made + [(made[0][0], [(0, 0)] * rotations)] * (width - len(made))
