# SPDX-License-Identifier: MIT
"""What a function is made of before it is printed: a flat list of these items."""

from dataclasses import dataclass

from .isa import Row
from .registers import Label


@dataclass
class Instr:
    row: Row
    operands: tuple
    where: tuple            # (file, line) of the kernel that asked for it
    note: str = ""

    @property
    def is_branch(self):
        return self.row.operands == (("r", "rel"),)

    @property
    def zeroes(self):
        """xor r, r and its like: the result does not depend on the operand."""
        return (self.row.mnemonic in ("xor", "sub", "pxor") and len(set(self.operands)) == 1)


@dataclass
class LabelHere:
    label: Label


@dataclass
class Align:
    boundary: int
    length: int = 0         # bytes of padding, known after layout


@dataclass
class Phase:
    """A comment line of its own."""
    text: str


@dataclass
class FrameNote:
    """What the instruction before did to the frame, for CFI and for Win64 unwind codes."""
    kind: str               # push, alloc, savexmm, endprologue, dealloc, pop
    register: object = None
    amount: int = 0
