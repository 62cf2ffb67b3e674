# SPDX-License-Identifier: MIT
"""A round of bit-sliced DES in gates with two inputs and 16 registers (SSE2, AVX2).

_circuits.py has the gates of each S-box, _allocate.py their order and their registers.
"""

from asmgen.x86.registers import dword

from ._allocate import allocate
from ._circuits import BOXES, CIRCUITS, E_SLICES, INPUTS, P_SLICES
from ._round_keys import key_offset

SPILL_SLOTS = 16
FORMS = {"^": "x{} ^ x{}", "&": "x{} & x{}", "|": "x{} | x{}", "~": "x{} & ~x{}"}


def round_(vectors, left, right, key, spill, new_box=None, boxes=range(BOXES)):
    """Emits left ^= P(S(E(right) ^ key)). All vector registers are overwritten.

    left, right: addresses of the slices of the half blocks. key: address of the round key. spill:
    address of SPILL_SLOTS vectors. boxes: the S-boxes to emit, in this order. new_box: makes a Box.
    """
    for box in boxes:
        vectors.f.phase(f"S{box + 1}", inside=True)
        (new_box or Box)(vectors, box, left, right, key, spill).emit()


class Box:
    """Emits one S-box of a round."""

    def __init__(self, vectors, box, left, right, key, spill):
        self.v, self.box = vectors, box
        self.left, self.right, self.key, self.spill_area = left, right, key, spill
        *self.registers, self.spare = vectors.registers

    def emit(self):
        for step in allocate(self.box, len(self.registers), self.v.vex):
            getattr(self, step.kind)(step, self.registers[step.register])

    def gate(self, step, register):
        operation, a, b = CIRCUITS[self.box].gates[step.signal - INPUTS]
        note = f"x{step.signal} = {FORMS[operation].format(a, b)}"
        if step.second is None:
            second = self.slice(self.spill_area, step.slot)
            note += f", one from spill[{step.slot}]"
        else:
            second = self.registers[step.second]
        self.v.op(step.instruction, register, self.registers[step.first], second, note)

    def input(self, step, register):
        """Emits x = a slice of R ^ a key bit."""
        source, key = E_SLICES[self.box][step.signal], INPUTS * self.box + step.signal
        self.v.broadcast(register, dword[self.key + key_offset(self.box, step.signal)], note=f"K[{key + 1}]")
        self.v.op(
            "pxor",
            register,
            register,
            self.slice(self.right, source),
            note=f"x{step.signal} = R[{source + 1}] ^ K[{key + 1}]",
        )

    def output(self, step, register):
        """Emits a slice of L ^= x."""
        target = P_SLICES[self.box][step.number]
        half = self.slice(self.left, target)
        result = register if step.last else self.spare
        self.v.op("pxor", result, register, half, note=f"L[{target + 1}] ^ S{self.box + 1}.{step.number + 1}")
        self.v.move(half, result, note=f"L[{target + 1}] ^= x{step.signal}")

    def spill(self, step, register):
        self.v.move(
            self.slice(self.spill_area, step.slot), register, note=f"x{step.signal} to spill[{step.slot}]"
        )

    def reload(self, step, register):
        self.v.move(
            register, self.slice(self.spill_area, step.slot), note=f"x{step.signal} from spill[{step.slot}]"
        )

    def slice(self, base, number):
        return self.v.at[base + self.v.size * number]
