# SPDX-License-Identifier: MIT
"""Up to which round does code that is wrong do what the standard says?

A standard tells what each round makes (standards.step). The code has made it when all of these bits,
or their complements, have been in registers that it wrote: whatever their order, rotation or slice,
and whichever registers.
"""

from dataclasses import dataclass

from asmgen.errors import short_path
from asmgen.registers import Reg

from .algebra.bitslice import View
from .algebra.words import Sum
from .objects.decode import MACHINE_CODE


@dataclass
class Step:
    unit: str  # a compression or a cipher
    which: int  # of those that the standard does, from 1
    number: int  # of the round; None: the unit's outcome
    left: int = 0  # bits that the code has not come to
    made: tuple = None  # (register, Instr) of the last of them


class Steps:
    """A Symbols' `steps`, in the standard's order."""

    def __init__(self, words):
        self.words = words
        self.found = []
        self.wanted = {}  # polynomial -> Steps that it is a bit of

    def add(self, unit, number, bits):
        last = self.found[-1] if self.found else Step(unit, 0, None)
        begins = last.number is None or number is not None and number < last.number
        step = Step(unit, last.which + begins, number)
        self.found.append(step)
        for bit in {min(bit, self.words.terms.xor(bit, 1)) for bit in bits} - {0}:
            step.left += 1
            takers = self.wanted.setdefault(bit, [])
            self.wanted[self.words.terms.xor(bit, 1)] = takers
            takers.append(step)

    def see(self, reg, item, word):
        """An instruction has written a register."""
        for bit in self._polynomials(word):
            takers = self.wanted.get(bit, ())
            while takers:
                step = takers.pop()
                step.left -= 1
                if not step.left:
                    step.made = reg, item

    def _polynomials(self, word):
        if isinstance(word, int):
            return ()
        if isinstance(word, View):
            return (word.polynomial,)
        return (word.bits or ()) if isinstance(word, Sum) else word

    def watch(self, machine):
        """For Scenario.run."""
        last = None

        def see(item):
            nonlocal last
            if last is not None:
                for operand in last.operands:
                    if isinstance(operand, Reg) and operand.family in machine.registers:
                        self.see(operand, last, machine.read(operand))
            last = item

        return see

    def first_divergence(self):
        """(unit, which, the last Step of it that the code has made, or None), of the first that it has
        not made to the end; or None."""
        units = {}
        for step in self.found:
            units.setdefault((step.unit, step.which), []).append(step)
        for unit, steps in units.items():
            last = next((step for step in reversed(steps) if step.made), None)
            if last is None or last.number not in (None, _last_round(steps)):
                return *unit, last
        return None


def _last_round(steps):
    return max(step.number for step in steps if step.number is not None)


def _location(item):
    """Of decoded code, or of the generator's."""
    file, at = item.where
    if file == MACHINE_CODE:
        return f"at {at:#x}, '{item.note}'"
    return f"at {short_path(file)}:{at}"


def describe(steps):
    """In words."""
    first_divergence = steps.first_divergence()
    if first_divergence is None:
        return (
            (f"the rounds of every {steps.found[0].unit} are the standard's; what comes after " "them is not")
            if steps.found
            else ""
        )
    unit, which, last = first_divergence
    if last is None:
        return f"round {steps.found[0].number} of {unit} {which} is nowhere in it"
    reg, item = last.made
    return (
        f"round {last.number} is the last that is the standard's, in {reg} {_location(item)}; "
        f"round {last.number + 1} of {unit} {which} is nowhere in it"
    )
