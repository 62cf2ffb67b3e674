# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in 512 lanes: a salt's difference and a salted input are one gate each.

S1 and S5 share the differences of six bits of the salts, S2 and S6 those of the other six. So the inputs of
two S-boxes are computed together, and each slice of the half block is loaded once for them.
"""

from .._vectors import SUM, truth_table
from ._circuits import E_SLICES, INPUTS
from ._crypt import DISTANCE, PLAIN, Salts
from ._lanes_avx512 import LaneBoxAvx512, LanesAvx512

MASKED_SUM = truth_table(lambda mask, a, b: mask & (a ^ b))
SHARED = ((0, 4), (1, 5))  # S-boxes that share differences
assert all(INPUTS * (second - first) == DISTANCE for first, second in SHARED)


class CryptAvx512(Salts, LanesAvx512):
    def settle(self):
        LanesAvx512.settle(self)

    def one_round(self, left, right, key):
        """The S-boxes that no salt changes are first. The others wait for more of the half block."""
        self.some_boxes(left, right, key, self.box, PLAIN)
        for pair in SHARED:
            first, second = (LaneBoxAvx512(self.v, box, left, right, key) for box in pair)
            self._salted_inputs(right, first, second)
            for box in (first, second):
                self.v.f.phase(f"S{box.box + 1}", inside=True)
                box.emit()

    def _salted_inputs(self, right, first, second):
        """Emits the inputs of two S-boxes, each R ^ K ^ difference, into registers of their own."""
        v = self.v
        both = f"S{first.box + 1} and S{second.box + 1}"
        v.f.phase(f"salt: the inputs of {both}, which it exchanges", inside=True)
        registers = v.registers[-2 * INPUTS :]
        for i, (x, y) in enumerate(zip(registers, registers[INPUTS:])):
            difference = v.registers[i]
            for box, register in ((first, x), (second, y)):
                source = E_SLICES[box.box][i]
                v.move(register, self.half_slice(right, source), note=f"R[{source + 1}]")
                box.register[i] = register
            bit = INPUTS * first.box + i
            v.move(difference, self.mask(bit), note=f"masks[{bit}]")
            v.gate(difference, x, y, MASKED_SUM, note="& the sum: the difference")
            for box, register in ((first, x), (second, y)):
                note = f"x{i} of S{box.box + 1} ^= difference ^ K[{INPUTS * box.box + i + 1}]"
                v.gate(register, difference, box.key_slice(i), SUM, note)
        first.free = [register for register in first.free if register not in registers]
        second.free = [register for register in second.free if register not in registers[INPUTS:]]
