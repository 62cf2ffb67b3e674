# SPDX-License-Identifier: MIT
"""Calls a function with unknown data by the rules of its ABI, and checks the state at its return.

Registers, stack and buffers are laid out as in asm/asmgen/call.py, but contain unknown bits.
"""

import random
from dataclasses import dataclass, field

from asmgen.architectures import ARCHITECTURES
from asmgen.call import BASE, RETURN_ADDRESS, STACK, stack_places
from asmgen.errors import Fault
from asmgen.layout import ALIGNMENT

from .machine import MACHINES, Cells, SymbolicMemory, split


@dataclass
class Buffer:
    """The memory that an argument points to: its bytes before the call, and whether they may change."""

    name: str
    cells: list
    writable: bool
    odd: bool = False  # bytes added to the address, so that it has no alignment
    start: int = 0  # index of the cell that the argument points to


@dataclass
class Constant:
    """Read-only bytes. Without an address they are placed at a random one.

    content: bytes, or the number of unknown bytes. refusal: not empty if a read is to be refused.
    """

    name: str
    content: bytes
    address: int = None
    label: object = None
    refusal: str = ""


@dataclass
class Call:
    """A call. arguments: words, Buffers, or lists of Buffers for an array of pointers to them.

    A Buffer that appears twice is the same memory.
    """

    abi: object
    arguments: list
    constants: list  # of Constant
    seed: int = 1
    stack_place: int = 0
    regions: dict = field(default_factory=dict)  # id of Buffer -> Region
    placed: list = field(default_factory=list)  # keeps the Buffers alive, so that their ids stay unique

    def machine(self, words):
        """Returns a machine in the state before the function's first instruction."""
        abi, self.chance = self.abi, random.Random(self.seed)
        self.words = words
        values = [self._value(argument) for argument in self.arguments]
        red_zone = 128 if abi.name == "sysv64" else 0
        stack = Cells("the stack", 0x7FFF0000, [None] * STACK, lookups=True)
        memory = SymbolicMemory([*self.regions.values(), stack], words)
        machine, sp = MACHINES[abi.arch](abi.bits, memory, words), abi.sp.family
        registers = machine.registers  # not the machine, which would refer to itself
        memory.stack, memory.floor = stack, (lambda: words.concrete(registers[sp]) - red_zone)
        for number, constant in enumerate(self.constants, 16 if abi.bits == 64 else 12):
            at = constant.address
            if at is None:
                at = number * BASE + ALIGNMENT * self.chance.randrange(BASE // 64)
            if constant.label:
                machine.constants[constant.label] = at
            if isinstance(constant.content, int):
                word = words.named(constant.name, 8 * constant.content)
                memory.regions.append(Cells(constant.name, at, split(words, word, constant.content), False))
                continue
            memory.regions.append(
                Cells(
                    constant.name,
                    at,
                    list(constant.content),
                    False,
                    lookups=True,
                    content=constant.content,
                    refusal=constant.refusal,
                )
            )
        on_stack = 0 if abi.link else abi.slot  # bytes of the return address
        self.top = stack.base + STACK - 512 - on_stack - self.stack_place * 64 // stack_places(abi)
        machine.registers[sp] = memory.touched = self.top
        if abi.link:
            machine.registers[abi.link.family] = RETURN_ADDRESS
        else:
            memory.store(self.top, abi.slot, RETURN_ADDRESS)
        for reg, value in zip(abi.arguments, values):
            machine.registers[reg.family] = value
        for i in range(abi.shadow // abi.slot):
            memory.store(self.top + on_stack + abi.slot * i, abi.slot, words.named(("home", i), 8 * abi.slot))
        at = self.top + abi.stack_arguments
        for value in values[len(abi.arguments) :]:
            memory.store(at, abi.slot, value)
            at += abi.slot
        memory.ceiling = at
        for letter in ARCHITECTURES[abi.arch].clear_flags:
            machine.flags[letter] = lambda: 0
        self.saved = {reg: machine.registers[reg.family] for reg in abi.preserved}
        return machine

    def _value(self, argument):
        if isinstance(argument, Buffer):
            return self._place(argument) + argument.start
        if isinstance(argument, list):
            pointers = [
                cell
                for buffer in argument
                for cell in split(self.words, self._place(buffer) + buffer.start, self.abi.slot)
            ]
            return self._place(Buffer("pointers", pointers, False))
        return argument

    def _place(self, buffer):
        if id(buffer) not in self.regions:
            self.placed.append(buffer)
            at = (len(self.regions) + 1) * BASE + 8 * self.chance.randrange(BASE // 16)
            self.regions[id(buffer)] = Cells(
                buffer.name, at + buffer.odd, list(buffer.cells), buffer.writable
            )
        return self.regions[id(buffer)].base

    def check_return(self, machine):
        """Raises Fault if a register that the ABI preserves, or the direction flag, has changed."""
        for reg, before in self.saved.items():
            if machine.words.extract(machine.registers[reg.family], 0, reg.width) != (
                machine.words.extract(before, 0, reg.width)
            ):
                raise Fault(f"returns with {reg.family} changed, which {self.abi.name} callers rely on")
        above = 0 if self.abi.link else self.abi.slot
        if machine.registers[self.abi.sp.family] != self.top + above or machine.returned_to != RETURN_ADDRESS:
            raise Fault("returns with the stack pointer or the return address changed")
        for letter in ARCHITECTURES[self.abi.arch].clear_flags:
            if machine.flags[letter]() != 0:
                raise Fault(f"returns with the flag {letter.upper()}F set")

    def result(self, buffer):
        """Returns the cells of a buffer after the call."""
        return self.regions[id(buffer)].data
