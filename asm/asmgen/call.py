# SPDX-License-Identifier: MIT
"""Calls a function in the interpreter by its calling convention, and checks its return."""

import random

from .errors import KernelError
from .layout import ALIGNMENT
from .machine import Memory, Region
from .words import Tainted

RETURN_ADDRESS = 0x0BADC0DE
STACK = 32768
BASE = 0x10000000  # distance of the buffers


def stack_places(abi):
    """Returns how many places a stack pointer can have in a cache line."""
    return 64 // abi.alignment


def call(
    f,
    buffers,
    counts,
    words=None,
    seed=1,
    visit=None,
    limit=10_000_000,
    stack_place=None,
    read=None,
    observe=None,
):
    """Runs function f on buffers {name: bytes} and counts {name: int}. Returns {name: bytes} of the
    writable buffers. A buffer per lane is given as a list; the function gets an array of pointers.

    words: the algebra; under `Tainted` all buffer contents are secret.
    stack_place: one of the `stack_places`; None: a random one.
    read: a dictionary that receives the offsets at which each constant was read, by label.
    observe: a function of the machine, called before the first instruction.

    Raises KernelError if the run faults, or returns with a callee-saved register, the stack pointer
    or DF changed, or with secrets on the stack.
    """
    abi, arch, chance = f.abi, f.arch, random.Random(seed)
    tracking = isinstance(words, Tainted)
    regions, values = [], []

    def place(name, data, argument, secret):
        # a random address, so that no wrong address hits a buffer by chance, and odd for bytes, so
        # that no kernel relies on their alignment
        address = (len(regions) + 1) * BASE + 8 * chance.randrange(BASE // 16)
        address += 1 if argument.c_type.startswith("const uint8_t") and secret else 0
        marks = bytearray([secret]) * len(data) if tracking else None
        regions.append(Region(name, address, bytearray(data), argument.writable, marks))
        return address

    for argument in f.op.arguments:
        if argument.size is None:
            # the upper half of a register that holds 32 bits is undefined
            above = chance.getrandbits(32) << 32 if argument.number and abi.bits == 64 else 0
            values.append(above | counts[argument.name])
        elif argument.per_lane:
            lanes = [
                place(f"{argument.name}[{i}]", data, argument, True)
                for i, data in enumerate(buffers[argument.name])
            ]
            pointers = b"".join(at.to_bytes(abi.slot, "little") for at in lanes)
            values.append(place(argument.name, pointers, argument, False))
        else:
            values.append(place(argument.name, buffers[argument.name], argument, True))

    stack = Region(
        "the stack",
        0x7FFF0000,
        bytearray(STACK),
        True,
        bytearray(STACK) if tracking else None,
        bytearray(STACK),
    )
    memory = Memory(regions + [stack])
    machine, sp = arch.machine(abi.bits, memory, words), abi.sp.family
    memory.stack = stack
    memory.floor = lambda: int(machine.registers[sp])

    for number, data in enumerate(f.constants, 16 if abi.bits == 64 else 12):
        address = number * BASE + ALIGNMENT * chance.randrange(BASE // 64)
        machine.constants[data.label] = address
        memory.regions.append(
            Region(
                data.label.name,
                address,
                bytearray(data.content),
                False,
                bytearray(len(data.content)) if tracking else None,
                read=None if read is None else read.setdefault(data.label, set()),
            )
        )

    if stack_place is None:
        stack_place = chance.randrange(stack_places(abi))
    top = stack.base + STACK - 512 - (0 if abi.link else abi.slot) - stack_place * 64 // stack_places(abi)
    machine.registers[sp] = top
    memory.touched = top if abi.guard else stack.base
    in_registers = list(zip(abi.arguments, values))
    memory.ceiling = top + abi.stack_arguments + abi.slot * len(values[len(in_registers) :])
    for reg, value in in_registers:
        machine.registers[reg.family] = value
    for i, value in enumerate(values[len(in_registers) :]):
        memory.store(top + abi.stack_arguments + abi.slot * i, abi.slot, value)

    entry = {}
    for reg in abi.preserved:
        machine.registers[reg.family] = entry[reg] = chance.getrandbits(reg.width)
    if abi.link:
        machine.registers[abi.link.family] = entry[abi.link] = RETURN_ADDRESS
    else:
        memory.store(top, abi.slot, RETURN_ADDRESS)
    callers = abi.link and [(top + at, chance.getrandbits(64)) for at in range(0, abi.shadow, abi.slot)]
    for at, value in callers or ():
        memory.store(at, abi.slot, value)
    for letter in arch.clear_flags:
        machine.flags[letter] = lambda: 0
    if observe is not None:
        observe(machine)
    machine.run(f.stream, visit, limit)

    where = f.instructions()[-1].where
    for reg, value in entry.items():
        if (int(machine.registers[reg.family]) ^ value) & ((1 << reg.width) - 1):
            raise KernelError(f"returns with {reg.family} changed, which {abi.name} callers rely on", where)
    above = 0 if abi.link else abi.slot
    if machine.registers[sp] != top + above or machine.returned_to != RETURN_ADDRESS:
        raise KernelError("returns with the stack pointer or the return address changed", where)
    if any(memory.load(at, abi.slot) != value for at, value in callers or ()):
        raise KernelError("changes what the caller has below the arguments", where)
    for letter in arch.clear_flags:
        if machine.flags[letter]():
            raise KernelError(f"returns with the flag {letter.upper()}F set", where)
    if tracking and any(stack.secret):
        depth = top - stack.base - stack.secret.index(1)
        raise KernelError(f"leaves secret data on the stack, {depth} bytes below the return address", where)
    return {r.name: bytes(r.data) for r in regions if r.writable}
