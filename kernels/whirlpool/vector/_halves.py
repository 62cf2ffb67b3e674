# SPDX-License-Identifier: MIT
"""One Whirlpool round on a single matrix in two registers, as a graph of vector operations.

Columns 0 to 3 fill the one register, 4 to 7 the other, a pair of columns to a lane: half the
operations of a round that leaves a lane idle, for two crossings of lanes.
"""

from ._round import Round
from ._schedule import Constant

SWAP = 0x4E  # vpermq: the two lanes
ACROSS = 0x21  # vperm2i128: the upper lane of the first, then the lower lane of the second


class Halves(Round):
    """offset: as of `Round`."""

    def __init__(self, graph, offset=0):
        super().__init__(graph, lanes=2, offset=offset)
        lanes = [constant.content[:16] for constant in self.shift]
        self.shift = [Constant("shift01", lanes[0] + lanes[1]), Constant("shift23", lanes[2] + lanes[3])]

    def round(self, state, add):
        """The whole round. add: what is added to either register; as early as can be, for a state
        alone waits for every operation."""
        parts = self.mix_rows(self.shift_columns_sub_bytes(state))
        return [self.xor(late, self.xor(early, a)) for (late, early), a in zip(parts, add)]

    def mix_rows(self, x):
        """As `Round.mix_rows`. Pair q - 2 is the same lane of the other register; pair q - 1 is
        brought across once. Two parts of each sum, the later one first."""

        def twice(a):
            return self.op("paddb", a, a)

        def align(a, b):
            return self.op("palignr", a, b, 8, ports="15")

        before = [self.op("perm2i128", x[i - 1], x[i], ACROSS, ports="5", latency=3) for i in (0, 1)]
        # the columns one before, of pair q - 1 and of pair q - 2; d of pairs q and q - 1
        odd = [align(before[i], x[1 - i]) for i in (0, 1)]
        odder = [align(x[1 - i], before[1 - i]) for i in (0, 1)]
        d = [self.xor(x[i], odd[i]) for i in (0, 1)]
        d1 = [self.xor(before[i], odder[i]) for i in (0, 1)]
        half = self.xor(*odd)
        p = self.xor(half, self.op("permq", half, SWAP, ports="5", latency=3))
        y = []
        for i in (0, 1):
            d4 = d[1 - i]
            u = self.xor(d1[i], twice(d4))
            w = self.xor(before[1 - i], twice(u))
            early = self.xor(x[i], self.lookup(self.reduce[2], d4), self.lookup(self.reduce[1], u))
            y.append((self.xor(twice(w), self.lookup(self.reduce[0], w)), self.xor(early, p)))
        return y
