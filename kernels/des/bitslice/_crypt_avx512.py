# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in 512 lanes: a salt's difference and a salted input are one gate each.

S1 and S5 share the differences of six bits of the salts, S2 and S6 those of the other six. They stay in
registers.
"""

import functools

from .._vectors import SUM, truth_table
from ._circuits import E_SLICES, INPUTS
from ._crypt import DISTANCE, E_BITS, PLAIN, Salts
from ._lanes_avx512 import LaneBoxAvx512, LanesAvx512

MASKED_SUM = truth_table(lambda a, b, c: (a ^ b) & c)
SHARED = ((0, 4), (1, 5))  # S-boxes that share differences


class _SaltedBox(LaneBoxAvx512):
    """salted: the registers of the differences, one for each input."""

    def __init__(self, *where, salted):
        super().__init__(*where)
        self.salted = salted
        self.free = [register for register in self.free if register not in salted]

    def input(self, i, register):
        v, source, number = self.v, E_SLICES[self.box][i], INPUTS * self.box + i
        v.move(register, self.key_slice(i), note=f"K[{number + 1}]")
        note = f"x{i} = R[{source + 1}] ^ K[{number + 1}] ^ salted"
        v.gate(register, self.salted[i], self.slice(self.right, source), SUM, note)


class CryptAvx512(Salts, LanesAvx512):
    def settle(self):
        LanesAvx512.settle(self)

    def one_round(self, left, right, key):
        """The S-boxes that no salt changes are first. The others wait for more of the half block."""
        self.some_boxes(left, right, key, self.box, PLAIN)
        salted = self.v.registers[-INPUTS:]
        for boxes in SHARED:
            self._salt(right, boxes[0], salted)
            self.some_boxes(left, right, key, functools.partial(_SaltedBox, salted=salted), boxes)

    def _salt(self, right, box, salted):
        v = self.v
        v.f.phase(f"salt: the differences that exchange inputs of S{box + 1} and S{box + 5}")
        for i, value in enumerate(salted):
            bit, other = INPUTS * box + i, v.registers[i]
            first, second = E_BITS[bit], E_BITS[bit + DISTANCE]
            v.move(value, self.half_slice(right, first), note=f"R[{first + 1}]")
            v.move(other, self.half_slice(right, second), note=f"R[{second + 1}]")
            v.gate(value, other, self.mask(bit), MASKED_SUM, note=f"the sum & masks[{bit}]")
