# SPDX-License-Identifier: MIT
"""The items of a function before it is printed. A function is a flat list of them."""

from dataclasses import dataclass, field
from functools import cached_property

from .isa import Form
from .operands import Label
from .predecode import predecode


@dataclass(frozen=True)
class Rounds:
    """The rounds of the algorithm that an instruction serves. In a loop they depend on the iteration."""

    first: int
    count: int = 1
    step: int = 1  # from one iteration to the next
    times: int = 1  # iterations, after which the first round comes again

    def at(self, iteration):
        """Returns (first round, number of rounds) of an iteration, from 0."""
        return self.first + self.step * (iteration % self.times), self.count


@dataclass
class Instr:
    form: Form
    operands: tuple
    where: tuple  # (file, line) of the kernel
    note: str = ""
    serves: Rounds = field(default=None, compare=False, repr=False)
    # family of a register -> its name in the kernel's source here; None: not recorded
    roles: dict = field(default=None, compare=False, repr=False)

    @property
    def is_branch(self):
        return self.form.branches

    @property
    def zeroes(self):
        """True for xor r, r and the like, whose result does not depend on the operand."""
        operands = self.operands
        return self.form.zeroing and len(operands) > 1 and operands[-1] == operands[-2]

    @cached_property
    def codes(self):
        """Width of the code -> the bytes of this instruction, which its encoder keeps here."""
        return {}

    @cached_property
    def execute(self):
        """A function that executes this on a machine and returns a Label to branch to, "ret", or None."""
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
    """A read-only constant, placed after the code of its unit."""

    label: Label
    content: bytes
    note: str = ""


@dataclass
class Phase:
    """One or more comment lines."""

    text: str


@dataclass
class FrameNote:
    """The change that the previous instruction made to the frame, for CFI and the unwind codes of Windows.

    x86: push, alloc, savexmm, endprologue, dealloc, pop. AArch64, whose registers are saved in pairs: nop, push,
    savepair, alloc, endprologue, epilogue, dealloc, restorepair, pop, endepilogue.
    """

    kind: str
    register: object = None
    amount: int = 0
