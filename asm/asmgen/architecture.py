# SPDX-License-Identifier: MIT
"""What the generator must know of an architecture. X86 and X64 are values of x86/, A64 of a64/."""

from dataclasses import dataclass

from .isa import closure, describe
from .operands import Mem, Reg


@dataclass(frozen=True, eq=False, repr=False)
class Architecture:
    """A processor family with one word size."""

    name: str  # the second word of its kernels' stems
    bits: int  # of a general register and of an address
    register: type  # the class of its registers
    register_names: frozenset  # as banners have them
    forms: dict  # mnemonic -> its forms, in the order in which they are tried
    table: object  # isa.Table
    isa_bits: tuple  # what a kernel may declare
    baseline: tuple  # ISA bits that every processor has
    implied: dict  # ISA bit -> the bits that every processor with it has as well
    baseline_name: str  # for the banner of a kernel that declares nothing
    abis: tuple
    frame: object  # a subclass of frame.Frame
    machine: object  # a subclass of machine.Machine
    encoder: object  # see layout.py
    operands: object  # (mnemonic, operands) -> the operands in which a form is looked up
    complete: object  # (form, operands) -> the operands of the instruction; raises ValueError for bad ones
    table_address: object  # (function, register, label): loads the address of a constant
    relative: bool  # whether an instruction can address a constant relative to itself
    clear_flags: str  # flags that are clear at entry and must be at return
    defined: tuple  # registers that are defined at entry, besides arguments and stack pointer
    tracker: object  # the effects of an instruction, for analyses/callee_saved.py
    checks: tuple  # analyses of this architecture alone: functions of a Function
    swaps: dict  # mnemonic -> another one, for mutation testing
    equivalents: dict  # "instruction -> mutant": why the mutant behaves as the instruction does
    sibling: object  # (register, family) -> the same view of a register of another family
    meanings: dict  # mnemonic -> Meaning, for readers

    def __repr__(self):
        return self.name

    def check_registers(self, operands):
        """Raises LookupError for a register of another architecture."""
        for value in operands:
            for reg in value.address.registers() if isinstance(value, Mem) else (value,):
                if isinstance(reg, Reg) and not isinstance(reg, self.register):
                    raise LookupError(f"{self.name} has no register {reg}")

    def closure(self, bits):
        """Returns all ISA bits of the processors that a kernel with these bits may run on."""
        return closure((*bits, *self.baseline), self.implied)

    def match(self, mnemonic, operands):
        """Returns the first form that takes these operands, which is the one that assemblers choose."""
        candidates = self.forms.get(mnemonic)
        if candidates is None:
            raise LookupError(f"no instruction '{mnemonic}' in the ISA table of {self.name}")
        for entry in candidates:
            if self.table.fits(entry, operands):
                return entry
        shown = ", ".join(map(describe, operands))
        raise LookupError(f"no {self.name} form of '{mnemonic}' takes ({shown})")
