# SPDX-License-Identifier: MIT
"""One Whirlpool round on pairs of columns, as a graph of vector operations.

Register q holds, in each lane of 16 bytes, columns 2q and 2q + 1 of an 8 x 8 matrix of bytes.
Nothing is looked up in memory: a table of 16 bytes in a register is indexed by nibbles.
"""

from .._spec import E_INVERSE, POLYNOMIAL, E, R
from ._schedule import Constant

PAIRS = range(4)
REDUCE = POLYNOMIAL & 0xFF  # x^8 in GF(2^8)
OFFSET = REDUCE ^ REDUCE << 1 ^ REDUCE << 2  # see `mix_rows`


def _down(j):
    """Where row i of column j comes from in ShiftColumns: column j goes down by j."""
    return [(i - j) % 8 for i in range(8)]


class Round:
    """offset: what every byte of the state given differs by from the true one."""

    def __init__(self, graph, lanes, vex=True, offset=0):
        self.g, self.vex = graph, vex

        def constant(name, lane):
            return Constant(name, bytes(lane) * lanes)

        self.shift = [constant(f"shift{q}", _down(2 * q) + [8 + i for i in _down(2 * q + 1)]) for q in PAIRS]
        self.nibble = constant("nibble", [15] * 16)
        mark = "_offset" if offset else ""
        self.upper = constant("upper" + mark, [E[i ^ offset >> 4] for i in range(16)])
        self.lower = constant("lower" + mark, [E_INVERSE[i ^ offset & 15] for i in range(16)])
        self.r = constant("r", R)
        self.high = constant("high", [e << 4 for e in E])
        self.low = constant("low", E_INVERSE)
        self.reduce = [constant(f"reduce{k}", [REDUCE << k] * 16) for k in range(3)]

    def op(self, name, *sources, **facts):
        return self.g.op("v" * self.vex + name, *sources, **facts)

    def xor(self, a, *others):
        for b in others:
            a = self.op("pxor", a, b)
        return a

    def lookup(self, table, index):
        return self.op("pshufb", table, index, ports="15")

    def sub_bytes(self, x):
        """The S-box out of its mini-boxes: u = E[upper], l = E^-1[lower], r = R[u ^ l], then
        E[u ^ r] above E^-1[l ^ r]."""
        upper = self.op("pand", self.op("psrlw", x, 4, ports="01"), self.nibble)
        lower = self.op("pand", x, self.nibble)
        u, l = self.lookup(self.upper, upper), self.lookup(self.lower, lower)
        r = self.lookup(self.r, self.xor(u, l))
        return self.xor(self.lookup(self.high, self.xor(u, r)), self.lookup(self.low, self.xor(l, r)))

    def shift_columns_sub_bytes(self, state):
        return [
            self.sub_bytes(self.op("pshufb", s, shift, ports="15")) for s, shift in zip(state, self.shift)
        ]

    def mix_rows(self, x):
        """The circulant 1, 1, 4, 1, 8, 5, 2, 9, but for `OFFSET` in every byte.

        It has a 1 at all odd distances, so p, the sum of the columns of either parity, serves all
        of them. With d = x + x at distance 3, y = x + p + 2 (x at distance 6 + 2 (d at distance 2
        + 2 d at distance 4)). Bits that leave a byte at the top are not reduced on the way but
        looked up at the end, by the table whose zero falls on the bytes that have the bit set:
        hence the offset.
        """

        def twice(a):
            return self.op("paddb", a, a)

        odd = [self.op("palignr", x[q], x[q - 1], 8, ports="15") for q in PAIRS]
        d = [self.xor(x[q], odd[q - 1]) for q in PAIRS]
        p = self.xor(self.xor(odd[0], odd[1]), self.xor(odd[2], odd[3]))
        y = []
        for q in PAIRS:
            d4 = d[q - 2]
            u = self.xor(d[q - 1], twice(d4))
            w = self.xor(x[q - 3], twice(u))
            early = self.xor(x[q], p, self.lookup(self.reduce[2], d4), self.lookup(self.reduce[1], u))
            y.append(self.xor(twice(w), early, self.lookup(self.reduce[0], w)))
        return y

    def all_but_key(self, state):
        return self.mix_rows(self.shift_columns_sub_bytes(state))

    def round(self, state, add):
        """The whole round. add: what is added to each register."""
        return [self.xor(y, a) for y, a in zip(self.all_but_key(state), add)]
