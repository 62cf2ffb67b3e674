# SPDX-License-Identifier: MIT
"""A round of bit-sliced DES in gates that may select (bsl, bit, bif) and 32 registers.

_circuits.py has the gates of each S-box, _allocate.py their order and their registers.
"""

from asmgen.a64.registers import VECTORS, at

from .._circuits import E_SLICES, INPUTS, P_SLICES, SELECT_CIRCUITS, half_slice
from ._allocate import SELECT, allocate

SIZE = 16  # bytes of a vector
# The S-boxes of a round, computed in pairs. Four have their key bits in one word of an og_des_key.
ALL_BOXES = ((0, 4, 6, 2), (1, 3, 7, 5))
FORMS = {"^": "x{} ^ x{}", "&": "x{} & x{}", "|": "x{} | x{}", "~": "x{} & ~x{}", SELECT: "x{} ? x{} : x{}"}


def inputs():
    """Returns (S-box, input) of the bits of a round key, in the order in which a round uses them."""
    return [(s.box, s.signal) for boxes in ALL_BOXES for s in allocate(boxes) if s.kind == "input"]


def slice_of(base, bit):
    """Returns the memory operand of a slice of a half block. base: the address of the half block."""
    return at[base + SIZE * half_slice(bit)]


class Round:
    """Emits left ^= P(S(E(right) ^ key)). All vector registers are overwritten.

    left, right: registers with the addresses of the half blocks. key: a function of (register, S-box, input)
    that emits the load of a key bit and returns its name.
    """

    def __init__(self, f, left, right, key):
        self.f, self.left, self.right, self.key = f, left, right, key

    def emit(self, groups=ALL_BOXES):
        """Emits some S-boxes, in groups that share the registers."""
        for boxes in groups:
            self.f.phase(" ".join(f"S{box + 1}" for box in boxes), inside=True)
            for step in allocate(boxes):
                getattr(self, step.kind)(step, VECTORS[step.register], [VECTORS[i] for i in step.sources])

    def input(self, step, value, free):
        """Emits x = a slice of R ^ a key bit."""
        (key,) = free
        bit = self.right_bit(step.box, step.signal, value, key)
        name = self.key(key, step.box, step.signal)
        note = f"S{step.box + 1}: x{step.signal} = {bit} ^ {name}"
        self.f.eor(value.b16, value.b16, key.b16, note=note)

    def right_bit(self, box, i, value, free):
        """Emits the load of the slice of R that E brings to an input. Returns its name."""
        source = E_SLICES[box][i]
        self.f.ldr(value.q, slice_of(self.right, source), note=f"R[{source + 1}]")
        return f"R[{source + 1}]"

    def copy(self, step, value, sources):
        self.f.mov(value.b16, sources[0].b16, note=f"S{step.box + 1}: x{step.signal}")

    def gate(self, step, value, sources):
        operation, *signals = SELECT_CIRCUITS[step.box].gates[step.signal - INPUTS]
        operands = [register.b16 for register in (value, *sources)]
        note = f"S{step.box + 1}: x{step.signal} = {FORMS[operation].format(*signals)}"
        self.f.emit(step.instruction, operands, note)

    def output(self, step, value, free):
        """Emits a slice of L ^= x."""
        f, target, (half,) = self.f, P_SLICES[step.box][step.number], free
        f.ldr(half.q, slice_of(self.left, target), note=f"L[{target + 1}]")
        f.eor(half.b16, half.b16, value.b16, note=f"L[{target + 1}] ^ S{step.box + 1}.{step.number + 1}")
        f.str(half.q, slice_of(self.left, target), note=f"L[{target + 1}] ^= x{step.signal}")
