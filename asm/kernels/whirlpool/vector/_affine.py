# SPDX-License-Identifier: MIT
"""One Whirlpool round on pairs of columns with affine maps (GFNI): a multiple of the bytes in GF(2^8) is
one instruction, and so is the upper nibble."""

from .._spec import multiply
from ._halves import Halves
from ._matrix import matrix
from ._round import Round
from ._schedule import Constant, Value

# vgf2p8affineqb. Its result is ready for another instruction 2 cycles later, but with 5 here the order
# found for two messages is 2 % slower.
AFFINE_MAP = {"ports": "01", "latency": 3}


def _ready(v):
    """Returns the cycles from the inputs of the graph to the value v, if only latency counts."""
    if not isinstance(v, Value) or v.index < 0:
        return 0
    return v.latency + max(map(_ready, v.reads()), default=0)


class Affine:
    """Overrides the steps of a `Round` for which an affine map is one instruction. Products are exact,
    so no offset remains."""

    def _map(self, name, a, image):
        return self.op("gf2p8affineqb", a, Constant(name, matrix(image) * 4), 0, **AFFINE_MAP)

    def _times(self, a, number):
        self.step(f"MixRows: times {number}")
        return self._map(f"times{number}", a, lambda b: multiply(b, number))

    def nibbles(self, x):
        return self._map("upper_nibble", x, lambda b: b >> 4), self.op("pand", x, self.nibble)

    def _sum(self, values):
        """Adds the values in the order in which they are ready."""
        self.step("MixRows: the sum")
        todo = [(_ready(v), i, v) for i, v in enumerate(values)]
        while len(todo) > 1:
            (_, j, b), (_, i, a), *todo = sorted(todo, key=lambda entry: entry[:2])
            both = self.xor(a, b) if isinstance(a, Value) else self.xor(b, a)
            todo.append((_ready(both), max(i, j), both))
        return todo[0][2]

    def _products(self, x):
        """Yields for each register the terms of MixRows: y = x[0] + p + 2 x[6] + 4 d[2] + 8 d[4]."""
        for x0, p, d2, d4, x6 in self.terms(x):
            yield [x0, p, self._times(x6, 2), self._times(d2, 4), self._times(d4, 8)]

    def mix_rows(self, x):
        """Multiplies each row by the circulant matrix (see `Round.terms`)."""
        return [self._sum(products) for products in self._products(x)]

    def round(self, state, add):
        """Returns a whole round of the state. add: the round key or round constant, per register."""
        products = list(self._products(self.shift_columns_sub_bytes(state)))
        return [self._sum([*terms, a]) for terms, a in zip(products, add)]


class AffineRound(Affine, Round):
    """As `Round`."""


class AffineHalves(Affine, Halves):
    """As `Halves`."""
