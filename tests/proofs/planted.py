# SPDX-License-Identifier: MIT
"""Functions of kernels, and the same functions with planted instructions."""

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.stream import Instr, LabelHere
from asmgen.x86 import X64
from asmgen.x86.registers import Label
from proofs.prove import of_function


def function(stem, abi, op):
    """Returns (Unit, Function)."""
    unit = kernel.find(stem, KERNELS).build(abi)
    return unit, next(f for f in unit.functions if f.op.name == op)


def instruction(mnemonic, *operands):
    """Returns an Instr of 64-bit code."""
    return Instr(X64.match(mnemonic, operands), operands, ("a planted fault", 1))


def unless(mnemonic, operands, jump, *guarded):
    """Returns a comparison, a jump, and the instructions that the jump skips."""
    end = Label("end_of_the_fault")
    return [instruction(mnemonic, *operands), instruction(jump, end), *guarded, LabelHere(end)]


def target_of(f, stream):
    """Returns the Target of a function with another list of instructions."""
    target = of_function(f)
    target.run = lambda machine: machine.run(stream)
    return target
