# SPDX-License-Identifier: MIT
"""Instruction forms: operands, encoding, meaning and flags of each, and the table of an architecture.

A form is a mnemonic with one choice of operand kinds, for example `mov r32, imm32`. Its operands are
written "access:kind": access is r, w or rw, kind is one of the architecture's kinds. Its meaning is a pure
function `sem(w, *inputs) -> (outputs, flags)` over a word algebra `w` (words.py):

    inputs   the explicit operands that are read, in order; then the flags that are read (one-bit
             words), in the order of flags_read
    outputs  the explicit operands that are written, in order
    flags    {flag letter: function returning its one-bit word}; called only if the flag is read

A form knows nothing of register files, memory or printing, so that the interpreter, the analyses, the
printers and the prover share it.
"""

import functools
from dataclasses import dataclass
from functools import cached_property

from .operands import Mem


@dataclass(frozen=True)
class Form:
    """One row of an ISA table. The form of an architecture is a subclass."""

    mnemonic: str
    operands: tuple  # of (access, kind)
    enc: str  # for the encoder of the architecture
    sem: object
    flags_read: str = ""
    flags_written: str = ""
    flags_undefined: str = ""
    isa: str = ""  # ISA bits, separated by spaces; "" = the baseline
    timing: str = "alu"  # alu, mul, shift, load, store, branch, vec, vecshift, sha, none
    aligned: bool = False  # a memory operand must be at a multiple of its size
    also_writes: tuple = ()  # registers that are no operands
    also_defines: tuple = ()  # of (family, bits that this instruction makes defined)
    # (machine, operands) -> a Label to branch to, "ret" or None, in place of sem: the effect is not one of
    # the operands alone
    effect: object = None

    @property
    def needs(self):
        """Returns the ISA bits of a processor that has this form, all of them together."""
        return tuple(self.isa.split())

    @property
    def signature(self):
        return " ".join([self.mnemonic, ", ".join(kind for _, kind in self.operands)]).strip()

    @cached_property
    def branches(self):
        """Whether the last operand is a label in the code to which the instruction may branch."""
        return bool(self.operands) and self.operands[-1][1] == "rel"

    @property
    def ends(self):
        """Whether the instruction after this one is not executed next."""
        return False

    @property
    def saves(self):
        """Whether prologues save callee-saved registers by this instruction."""
        return False

    @property
    def zeroing(self):
        """Whether the result does not depend on the last two operands if they are the same."""
        return False

    @cached_property
    def read_kinds(self):
        return _places(self.operands, "r")

    @cached_property
    def written_kinds(self):
        return _places(self.operands, "w")

    def clears_above(self, reg):
        """Returns whether a write of a register clears the rest of the register that it is a view of."""
        return reg.clears

    def kind_width(self, kind):
        """Returns the bits of the value that an operand of this kind supplies or takes."""
        raise NotImplementedError

    def reader(self, reg):
        """Returns a function of a machine that reads a register."""
        family, low, width = reg.family, reg.low, reg.width
        if not low and width == reg.whole:
            return lambda machine: machine.registers[family]
        return lambda machine: machine.words.extract(machine.registers[family], low, width)

    def writer(self, reg):
        """Returns a function of a machine and a word that writes a register."""
        family = reg.family
        if reg.width == reg.whole:
            return lambda machine, value: machine.registers.__setitem__(family, value)
        return lambda machine, value: machine.write(reg, value)


@functools.cache
def _places(operands, letter):
    return [i for i, (access, _) in enumerate(operands) if letter in access]


class Table:
    """The instruction forms of an ISA. kinds: {name: whether a value is an operand of this kind}."""

    def __init__(self, form, kinds):
        self.form, self.kinds = form, kinds
        self.forms = {}  # mnemonic -> its forms, in the order in which they are tried

    def add(self, mnemonic, operands, enc, sem, **facts):
        parsed = tuple(tuple(text.split(":")) for text in operands.split())
        entry = self.form(mnemonic, parsed, enc, sem, **facts)
        self.forms.setdefault(mnemonic, []).append(entry)
        return entry

    def fits(self, entry, operands):
        """Returns whether a form takes these operands."""
        return len(entry.operands) == len(operands) and all(
            self.kinds[kind](value) for (_, kind), value in zip(entry.operands, operands)
        )


def describe(value):
    """Returns an operand as text for a message."""
    if isinstance(value, Mem):
        return f"{value.width}-bit memory" if value.width else "memory"
    return str(value)


def closure(bits, implied):
    """Returns ISA bits and all that they imply. implied: {bit: the bits that it implies directly}."""
    found, work = set(), list(bits)
    while work:
        bit = work.pop()
        found.add(bit)
        work += implied.get(bit, ())
    return found
