# SPDX-License-Identifier: MIT
"""Checks callee-saved registers and the stack pointer at every ret.

Follows the entry value of each register through pushes, frame stores and moves. It does not use the
frame record (frame.py), which it checks. A store through another pointer than the stack pointer is assumed
not to write the frame; the run analysis checks that.

What an instruction does to registers and frame depends on the architecture. Its `tracker` yields these
effects, in their order, with offsets from the stack pointer at entry:
"""

from dataclasses import dataclass

from ..errors import KernelError
from .flow import forward, registers_written


@dataclass(frozen=True)
class Moved:
    """The stack pointer changes by `amount`."""

    amount: int


@dataclass(frozen=True)
class Written:
    """A register gets a new value."""

    family: str


@dataclass(frozen=True)
class Copied:
    """A register gets the value of another one, in all bits that a function must preserve."""

    family: str
    source: str


@dataclass(frozen=True)
class Stored:
    """Bytes of the frame get the value of a register, or another value if source is None."""

    at: int
    size: int
    source: str = None


@dataclass(frozen=True)
class Loaded:
    """A register gets the value of bytes of the frame."""

    family: str
    at: int
    size: int


LONGEST = 32  # bytes of a frame store


class _State:
    """The state before an instruction: (registers that differ from the entry, frame slots, the offset of the
    stack pointer or None). A value is the family whose entry value it is, or None."""

    def __init__(self, state):
        self.registers, self.slots, self.offset = dict(state[0]), dict(state[1]), state[2]

    def value(self, family):
        return self.registers.get(family, family)

    def apply(self, effect):
        if isinstance(effect, Moved):
            self.offset += effect.amount
        elif isinstance(effect, Written):
            self.registers[effect.family] = None
        elif isinstance(effect, Copied):
            self.registers[effect.family] = self.value(effect.source)
        elif isinstance(effect, Loaded):
            value, size = self.slots.get(effect.at, (None, 0))
            self.registers[effect.family] = value if size == effect.size else None
        else:
            for key in [k for k in self.slots if effect.at - LONGEST < k < effect.at + effect.size]:
                if key + self.slots[key][1] > effect.at:
                    del self.slots[key]
            self.slots[effect.at] = (effect.source and self.value(effect.source), effect.size)

    def frozen(self):
        return self.registers, self.slots, self.offset


def _join(a, b):
    registers = {}
    for family in a[0].keys() | b[0].keys():
        x, y = (s[0].get(family, family) for s in (a, b))
        registers[family] = x if x == y else None
    slots = {k: v for k, v in a[1].items() if b[1].get(k) == v}
    return registers, slots, a[2] if a[2] == b[2] else None


def check(f):
    def transfer(item, state):
        if state[2] is None:
            raise KernelError(
                f"{item.form.mnemonic}: the stack pointer differs between the paths " "that meet here",
                item.where,
            )
        after = _State(state)
        for effect in f.arch.tracker(f.abi, item, state[2]):
            after.apply(effect)
        return after.frozen()

    items, states = forward(f, ({}, {}, 0), transfer, _join)
    for item, (registers, _, offset) in zip(items, states):
        if item.form.mnemonic != "ret":
            continue
        if offset:
            raise KernelError(f"ret: the stack pointer is off by {offset} bytes", item.where)
        for family in [reg.family for reg in f.abi.preserved]:
            if registers.get(family, family) != family:
                writer = next(i for i in items if any(r.family == family for r in registers_written(i)))
                raise KernelError(
                    f"{writer.form.mnemonic}: writes {family}, which {f.abi.name} "
                    "callers rely on and no ret restores",
                    writer.where,
                )
