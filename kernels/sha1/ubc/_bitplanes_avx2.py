# SPDX-License-Identifier: MIT
"""The conditions on a block by bit planes (_planes.py), in AVX2: what the kernels of sha1dc.blocks
share of the way from planes to the vectors that are left."""

from asmgen.registers import ymmword

from ._bitplanes import facts, places

TRACE_CV, TRACE_STATE, TRACE_MASK, TRACE = 80, 100, 120, 124  # bytes, after W[60..79]


def constant(f, name, values, size, copies=1):
    content = b"".join(v.to_bytes(size, "little") * copies for v in values)
    return ymmword[f.constant(name, content)]


class Conditions:
    """packed: vectors of lanes; copies: integers in a lane, one of each block that is looked at."""

    def __init__(self, packed, copies):
        self.packed, self.copies = packed, copies
        self.kinds = sorted({kind for vector in packed for kind in vector.kinds})
        self.bits = sorted({bit for kind in self.kinds for bit in (kind.bi, kind.bj)})

    def places(self, kind):
        """(vector, lane) wherever x of a kind is wanted."""
        return [
            (n, lane)
            for n, vector in enumerate(self.packed)
            for lane, mine in enumerate(vector.kinds)
            if mine == kind
        ]

    def excluded(self, f, total, x, y, source):
        """The vectors that some condition excludes, in the families' order; the lanes' sum is left
        to be taken. source(n): memory operand of x in the lanes of vector n."""
        first = True
        for n, vector in enumerate(self.packed):
            f.vmovdqu(x, source(n))
            for k, lanes in enumerate(vector.shifts):
                shift = f.vpsllvd if vector.left else f.vpsrlvd
                target = total if first else y
                counts, masks = zip(*lanes)
                shift(target, x, constant(f, f"shift{n}_{k}", counts, 4, self.copies))
                f.vpand(target, target, constant(f, f"mask{n}_{k}", masks, 4, self.copies))
                if not first:
                    f.vpor(total, total, y)
                first = False


def fold(f, total, y, orders):
    """Adds up lanes: the halves, then lanes as pshufd's orders say."""
    low, other = total.view(128), y.view(128)
    f.vextracti128(other, total, 1)
    f.vpor(low, low, other)
    for order in orders:
        f.vpshufd(other, low, order)
        f.vpor(low, low, other)


def left(f, to, total, y):
    """The vectors that are not among those in all lanes of total, into a general register."""
    place = places(facts()["vectors"])
    f.vpshufb(total, total, constant(f, "byte", [p // 8 for p in place], 1))
    f.vpand(total, total, constant(f, "bit", [1 << p % 8 for p in place], 1))
    f.vpxor(y, y, y)
    f.vpcmpeqb(total, total, y)
    f.vpmovmskb(to, total)
