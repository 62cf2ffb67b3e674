# SPDX-License-Identifier: MIT
"""One Whirlpool round on a single state in two ymm registers, as a graph of vector operations.

A 128-bit lane holds two columns. Columns 0 to 3 fill the first register, 4 to 7 the second. `Round`
would hold a single state in one lane of four registers and leave the other lane unused. This round
has 67 operations where that one has 115, but it moves data across lanes twice.
"""

from ._round import Round
from ._schedule import LANE_CROSSING, Constant

SWAP_LANES = 0x4E  # vpermq
HIGH_LOW = 0x21  # vperm2i128: the high lane of the first source, then the low lane of the second


class Halves(Round):
    """As `Round`, for two registers."""

    def __init__(self, graph, offset=0):
        super().__init__(graph, lanes=2, offset=offset)
        lanes = [constant.content[:16] for constant in self.shift]
        self.shift = [Constant("shift01", lanes[0] + lanes[1]), Constant("shift23", lanes[2] + lanes[3])]

    def round(self, state, add):
        """As `Round.round`. The key is added to the part of the sum that is ready first, because a
        single state waits for every operation."""
        parts = self.mix_rows(self.shift_columns_sub_bytes(state))
        y = []
        for (late, early), a in zip(parts, add):
            self.step("AddRoundKey")
            keyed = self.xor(early, a)
            self.step("MixRows: + 2 w, reduced")
            y.append(self.xor(late, keyed))
        return y

    def terms(self, x):
        """As `Round.terms`.

        Pair q - 2 of the columns is in the same lane of the other register. Pair q - 1 is moved
        across lanes once (`before`).
        """
        self.step("MixRows: columns at distance 2")
        before = [self.op("perm2i128", x[i - 1], x[i], HIGH_LOW, **LANE_CROSSING) for i in (0, 1)]
        self.step("MixRows: columns at distance 3")
        x3 = [self.align(before[i], x[1 - i]) for i in (0, 1)]
        self.step("MixRows: columns at distance 5")
        x5 = [self.align(x[1 - i], before[1 - i]) for i in (0, 1)]
        self.step("MixRows: d = x[0] + x[3]")
        d = [self.xor(x[i], x3[i]) for i in (0, 1)]
        self.step("MixRows: d[2] = x[2] + x[5]")
        d2 = [self.xor(before[i], x5[i]) for i in (0, 1)]
        self.step("MixRows: p, the columns of the other parity")
        half = self.xor(*x3)
        p = self.xor(half, self.op("permq", half, SWAP_LANES, **LANE_CROSSING))
        return [(x[i], p, d2[i], d[1 - i], before[1 - i]) for i in (0, 1)]

    def mix_rows(self, x):
        """As `Round.mix_rows`, but returns each sum as two parts, the later one first."""
        y = []
        for x0, p, d2, d4, x6 in self.terms(x):
            self.step("MixRows: u = d[2] + 2 d[4]")
            u = self.xor(d2, self.twice(d4))
            self.step("MixRows: w = x[6] + 2 u")
            w = self.xor(x6, self.twice(u))
            self.step("MixRows: x[0] + p, and d[4] and u reduced")
            early = self.xor(x0, self.lookup(self.reduce[2], d4), self.lookup(self.reduce[1], u))
            self.step("MixRows: 2 w, reduced")
            late = self.xor(self.twice(w), self.lookup(self.reduce[0], w))
            self.step("MixRows: x[0] + p, and d[4] and u reduced")
            y.append((late, self.xor(early, p)))
        return y
