# SPDX-License-Identifier: MIT
"""One Whirlpool round on pairs of columns, as a graph of vector operations.

The state is an 8 x 8 matrix of bytes. Each 128-bit lane of register q holds two columns of one matrix,
2q in its low half and 2q + 1 in its high half, so that four registers hold a matrix per lane. No
operation reads memory at an address that depends on the data: pshufb looks nibbles up in tables of
16 bytes.
"""

from .._spec import E_INVERSE, POLYNOMIAL, E, R
from ._schedule import SHIFT, SHUFFLE, Constant

PAIRS = range(4)
REDUCE = POLYNOMIAL & 0xFF  # x^8 in GF(2^8), 0x1d

# `Round.mix_rows` returns every byte of its result xor OFFSET, 0x53. Whoever takes the result removes
# it at no cost: in a round constant, in a sum of two results, or in the tables of the next SubBytes.
OFFSET = REDUCE ^ REDUCE << 1 ^ REDUCE << 2


def _down(j):
    """Returns the source rows of column j in ShiftColumns, which moves it down by j."""
    return [(i - j) % 8 for i in range(8)]


class Round:
    """Appends the operations of a round to a graph. lanes: 128-bit lanes of a register.

    offset: the state that the round is given is the true state xor this, in every byte. The tables
    of SubBytes remove it.
    """

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

    def step(self, name):
        """Names the step of Whirlpool that the next operations belong to."""
        self.g.step = name

    def op(self, name, *sources, **facts):
        return self.g.op("v" * self.vex + name, *sources, **facts)

    def xor(self, a, *others):
        for b in others:
            a = self.op("pxor", a, b)
        return a

    def lookup(self, table, index):
        return self.op("pshufb", table, index, ports=SHUFFLE)

    def twice(self, a):
        """Shifts every byte left by 1. The bit that leaves a byte is lost, see `mix_rows`."""
        return self.op("paddb", a, a)

    def align(self, a, b):
        """Returns the second column of pair b and the first of pair a."""
        return self.op("palignr", a, b, 8, ports=SHUFFLE)

    def nibbles(self, x):
        """Returns the upper nibble and the lower nibble of every byte."""
        upper = self.op("pand", self.op("psrlw", x, 4, ports=SHIFT), self.nibble)
        return upper, self.op("pand", x, self.nibble)

    def sub_bytes(self, x):
        """Applies the S-box as the standard builds it from three mini-boxes of 4 bits:
        u = E[upper nibble], l = E^-1[lower nibble], r = R[u ^ l]; the result has the upper nibble
        E[u ^ r] and the lower nibble E^-1[l ^ r]."""
        self.step("SubBytes: nibbles")
        upper, lower = self.nibbles(x)
        self.step("SubBytes: u = E[upper nibble]")
        u = self.lookup(self.upper, upper)
        self.step("SubBytes: l = E^-1[lower nibble]")
        l = self.lookup(self.lower, lower)
        self.step("SubBytes: r = R[u ^ l]")
        r = self.lookup(self.r, self.xor(u, l))
        self.step("SubBytes: E[u ^ r] << 4 | E^-1[l ^ r]")
        return self.xor(self.lookup(self.high, self.xor(u, r)), self.lookup(self.low, self.xor(l, r)))

    def shift_columns_sub_bytes(self, state):
        """Applies ShiftColumns, then SubBytes. The two commute, and ShiftColumns needs one shuffle
        per register where it is first."""
        shifted = []
        for s, shift in zip(state, self.shift):
            self.step("ShiftColumns")
            shifted.append(self.sub_bytes(self.op("pshufb", s, shift, ports=SHUFFLE)))
        return shifted

    def terms(self, x):
        """Returns x[0], p, d[2], d[4] and x[6] for each register. They give the product of each row
        and the circulant matrix 1, 1, 4, 1, 8, 5, 2, 9 as

            y = x[0] + p + 2 (x[6] + 2 (d[2] + 2 d[4]))

        Let x[k] be the columns at distance k: column j - k for the result's column j. Then

            p    = x[1] + x[3] + x[5] + x[7], the sum of all even or of all odd columns
            d[k] = x[k] + x[k + 3]
        """
        self.step("MixRows: columns at distance 1")
        odd = [self.align(x[q], x[q - 1]) for q in PAIRS]
        self.step("MixRows: d = x[0] + x[3]")
        d = [self.xor(x[q], odd[q - 1]) for q in PAIRS]
        self.step("MixRows: p, the columns of the other parity")
        p = self.xor(self.xor(odd[0], odd[1]), self.xor(odd[2], odd[3]))
        return [(x[q], p, d[q - 1], d[q - 2], x[q - 3]) for q in PAIRS]  # a register is a distance of 2

    def mix_rows(self, x):
        """Multiplies each row by the circulant matrix (see `terms`). Returns the product xor `OFFSET`
        in every byte.

        Doubling a byte is multiplication by x in GF(2^8): shift left, and add REDUCE if the top bit
        was set. `twice` only shifts. The missing REDUCE of a doubling is added at the end, shifted
        by the number of doublings that follow it. The lookup for that uses the doubled value itself
        as the index: pshufb gives 0 where the top bit of the index is set and a byte of the table
        where it is clear. All bytes of the table are REDUCE << k. The lookup thus adds the constant
        exactly where it should not. That is the right sum xor the constant in every byte, and
        OFFSET is the sum of these constants for the three doublings.
        """
        y = []
        for x0, p, d2, d4, x6 in self.terms(x):
            self.step("MixRows: u = d[2] + 2 d[4]")
            u = self.xor(d2, self.twice(d4))
            self.step("MixRows: w = x[6] + 2 u")
            w = self.xor(x6, self.twice(u))
            self.step("MixRows: x[0] + p, and d[4] and u reduced")
            early = self.xor(x0, p, self.lookup(self.reduce[2], d4), self.lookup(self.reduce[1], u))
            self.step("MixRows: + 2 w, reduced")
            y.append(self.xor(self.twice(w), early, self.lookup(self.reduce[0], w)))
        return y

    def all_but_key(self, state):
        """Returns MixRows(SubBytes(ShiftColumns(state))) xor `OFFSET` in every byte."""
        return self.mix_rows(self.shift_columns_sub_bytes(state))

    def round(self, state, add):
        """Returns a whole round of the state. add: the round key or round constant, per register."""
        mixed = self.all_but_key(state)
        self.step("AddRoundKey")
        return [self.xor(y, a) for y, a in zip(mixed, add)]
