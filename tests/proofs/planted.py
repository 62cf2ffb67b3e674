# SPDX-License-Identifier: MIT
"""Kernels' functions, and the same with instructions planted in them."""

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.isa import match
from asmgen.registers import Label
from asmgen.stream import Instr, LabelHere
from proofs.prove import of_function


def function(stem, abi, op):
    """(Unit, Function)"""
    unit = kernel.find(stem, KERNELS).build(abi)
    return unit, next(f for f in unit.functions if f.op.name == op)


def instruction(mnemonic, *operands):
    """Of 64-bit code."""
    return Instr(match(mnemonic, operands, 64), operands, ("a planted fault", 1))


def unless(mnemonic, operands, jump, *guarded):
    """A comparison, and what runs if the jump after it is not taken."""
    end = Label("end_of_the_fault")
    return [instruction(mnemonic, *operands), instruction(jump, end), *guarded, LabelHere(end)]


def target_of(f, stream):
    """The function with another stream, to prove."""
    target = of_function(f)
    target.run = lambda machine: machine.run(stream)
    return target
