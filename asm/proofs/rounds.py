# SPDX-License-Identifier: MIT
"""Finds the last round up to which wrong code computes what the standard says.

A standard reports the bits that each round computes (asm/spec/steps.py). The code has computed a round when
all of these bits or their complements have been in registers that it wrote, in any order and in any
registers.
"""

from dataclasses import dataclass

from asmgen.errors import short_path
from asmgen.operands import Reg

from .algebra.bitslice import View
from .algebra.sums import Sum
from .objects.decoder import MACHINE_CODE


@dataclass
class Step:
    """A round of the standard, or the result of a unit."""

    unit: str  # "compression" or "cipher"
    which: int  # number of the unit, from 1
    number: int  # of the round; None: the result of the unit
    left: int = 0  # number of bits that the code has not computed
    made: tuple = None  # (register, Instr) of the last computed bit


class Steps:
    """The steps of a standard, in order. It is the attribute `steps` of Symbols."""

    def __init__(self, words):
        self.words = words
        self.found = []
        self.wanted = {}  # polynomial -> the Steps that it is a bit of

    def add(self, unit, number, bits):
        """Adds a step; spec.steps.step() calls it."""
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
        """Records the bits of a word that an instruction has written to a register."""
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
        """Returns the function that Scenario.run calls before each instruction."""
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
        """Returns the first unit that the code does not complete, or None.

        It is (unit, which, the last Step that the code has computed, or None).
        """
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
    """Returns the text for an instruction's address or line in a kernel."""
    file, at = item.where
    if file == MACHINE_CODE:
        return f"at {at:#x}, '{item.note}'"
    return f"at {short_path(file)}:{at}"


def describe(steps):
    """Returns the text for a report, or "" if the standard reports no steps."""
    first_divergence = steps.first_divergence()
    if first_divergence is None:
        return (
            f"the rounds of every {steps.found[0].unit} are right; the error is after them"
            if steps.found
            else ""
        )
    unit, which, last = first_divergence
    if last is None:
        return f"round {steps.found[0].number} of {unit} {which} is not computed"
    reg, item = last.made
    return (
        f"round {last.number} is the last right one, in {reg} {_location(item)}; "
        f"round {last.number + 1} of {unit} {which} is not computed"
    )
