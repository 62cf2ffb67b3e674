# SPDX-License-Identifier: MIT
"""Random operands for every A64 instruction form, so that the builder chooses that form."""

import random

from forms import Instances, blank_function, forms_of

from asmgen.a64 import A64
from asmgen.a64.isa import ISA_BITS, KINDS, memory
from asmgen.a64.logical import fields
from asmgen.a64.registers import BY_NAME, VECTORS, Shift
from asmgen.operands import Address, Label, Mem

POINTER, INDEX = BY_NAME["x27"], BY_NAME["x28"]  # in addresses, and nowhere else
GENERAL = [reg for reg in BY_NAME.values() if reg.kind == "gpr" and reg.number not in (27, 28)]


def blank():
    return blank_function(A64, ISA_BITS, A64.abis[0])


def all_forms():
    return forms_of(A64)


def branching(align=0):
    """Returns a function with branches forward and backward and with addresses of constants at any distance."""
    f, chooser = blank(), Chooser(seed=5)
    for number, form in enumerate(form for form in all_forms() if form.branches):
        back, ahead = Label(f"back{number}"), Label(f"ahead{number}")
        data = [chooser.value(kind) for _, kind in form.operands[:-1]]
        f.here(back)
        f.emit(form.mnemonic, (*data, ahead))
        for _ in range(number if align else 0):
            f.nop()
        f.emit(form.mnemonic, (*data, back))
        f.here(ahead)
        if align:
            f.align(align)
    for i in range(7):
        f.adr(BY_NAME[f"x{i}"], f.constant(f"c{i}", bytes(range(i + 1))) + i)
    return f


class Chooser(Instances):
    """Chooses operands. A memory operand is within 4 KiB of POINTER, INDEX is small."""

    def __init__(self, seed, sp=True):
        self.chance, self.sp = random.Random(seed), sp

    def general(self, kind):
        width = 64 if kind[0] == "x" else 32
        names = [reg for reg in GENERAL if reg.width == width]
        if "z" in kind:
            names += 2 * [BY_NAME["xzr" if width == 64 else "wzr"]]
        if "p" in kind and self.sp and width == 64:
            names.append(BY_NAME["sp"])
        return self.chance.choice(names)

    def memory(self, kind):
        bits, mode = memory(kind)
        size, chance = bits // 8, self.chance
        if mode == "x":
            return Mem(Address(POINTER, INDEX, chance.choice((1, size))), 0)
        writeback = next((word for word in ("pre", "post") if mode.endswith(word)), "")
        span = {"": (0, 8 * size), "b": (0, 1), "bpost": (size, size + 1)}.get(mode, (-256, 256))
        disp = next(
            disp
            for disp in iter(lambda: chance.randrange(*span), None)
            if KINDS[kind](Mem(Address(POINTER, disp=disp), 0, writeback))
        )
        return Mem(Address(POINTER, disp=disp), 0, writeback)

    def logical(self, width):
        while True:
            size = self.chance.choice([n for n in (2, 4, 8, 16, 32, 64) if n <= width])
            ones, turn = self.chance.randrange(1, size), self.chance.randrange(size)
            run = (1 << ones) - 1
            element = (run << turn | run >> (size - turn)) & ((1 << size) - 1)
            value = sum(element << i for i in range(0, width, size))
            if fields(value, width):
                return value

    def value(self, kind):
        chance = self.chance
        if kind == "rel":
            return Label("target")
        if kind[0] in "xw" and kind[1:] in ("", "z", "p"):
            return self.general(kind)
        if kind in ("list", "more"):
            return chance.choice(VECTORS).b16
        if kind.startswith("lane"):
            scalar = getattr(chance.choice(VECTORS), kind[-1])
            return scalar[chance.randrange(128 // scalar.width)]
        if kind[0] == "m" and kind[1].isdigit():
            return self.memory(kind)
        if kind.startswith("bits"):
            return self.logical(int(kind[4:]))
        for name in ("lsl", "lsr", "ror"):
            if kind.startswith(name):
                return Shift(name, chance.randrange(1, int(kind[3:])))
        if kind in ("half32", "half64", "byte"):
            return Shift(
                "lsl", chance.choice([k for k in (8, 16, 24, 32, 48) if KINDS[kind](Shift("lsl", k))])
            )
        if kind in VECTORS[0].__dict__ and kind != "number":
            return getattr(chance.choice(VECTORS), kind)
        return self.number(kind)

    def number(self, kind):
        choices = (0, 1, 7, 8, 15, 31, 32, 63, 64, 127, 255, 4095, 4096, 65535, 0xFFF000)
        for _ in range(1000):
            value = self.chance.choice((self.chance.choice(choices), self.chance.randrange(70)))
            value = self.chance.choice((value, 4096 * (value & 4095)))
            if KINDS[kind](value):
                return value
        raise AssertionError(f"no operand of kind {kind} is ever chosen")

    def operands(self, form):
        found = []
        for _, kind in form.operands:
            value = self.value(kind)
            if kind == "more":
                value = VECTORS[(found[-1].number + 1) % 32].b16
            found.append(value)
        return tuple(found)
