# SPDX-License-Identifier: MIT
"""What a function is made of before it is printed: a flat list of these items."""

from dataclasses import dataclass
from functools import cached_property

from .encode import encode
from .isa import Form
from .predecode import predecode
from .registers import Label


@dataclass
class Instr:
    form: Form
    operands: tuple
    where: tuple  # (file, line) of the kernel that asked for it
    note: str = ""

    @cached_property
    def is_branch(self):
        return self.form.operands == (("r", "rel"),)

    @property
    def zeroes(self):
        """xor r, r and its like: the result does not depend on the operand."""
        name, operands = self.form.mnemonic, self.operands
        return (
            name in ("xor", "sub", "sbb", "pxor", "pcmpeqd", "vpxor", "vpxorq", "vpcmpeqd")
            and len(operands) > 1
            and operands[-1] == operands[-2]
        )

    @cached_property
    def _codes(self):
        return {}

    def code(self, bits):
        """The bytes of an instruction that is not a branch, found out once."""
        if bits not in self._codes:
            self._codes[bits] = encode(self.form, self.operands, bits)
        return self._codes[bits]

    @cached_property
    def execute(self):
        """Function of a machine that executes this; a Label to go to, "ret", or None."""
        return predecode(self)


@dataclass
class LabelHere:
    label: Label


@dataclass
class Align:
    boundary: int
    length: int = 0  # bytes of padding, known after layout


@dataclass
class Data:
    """A read-only constant behind the code of its unit."""

    label: Label
    content: bytes
    note: str = ""


@dataclass
class Phase:
    """A comment in lines of its own."""

    text: str


@dataclass
class FrameNote:
    """What the instruction before did to the frame, for CFI and for Win64 unwind codes."""

    kind: str  # push, alloc, savexmm, endprologue, dealloc, pop
    register: object = None
    amount: int = 0
