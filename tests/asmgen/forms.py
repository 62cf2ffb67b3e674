# SPDX-License-Identifier: MIT
"""Random operands for every instruction form, so that the builder chooses that form."""

import random

from asmgen.architectures import ABIS
from asmgen.errors import KernelError
from asmgen.function import Function
from asmgen.kernel import Kernel
from asmgen.operations import OPERATIONS
from asmgen.x86 import X64, X86
from asmgen.x86.isa import ISA_BITS, kind_width
from asmgen.x86.registers import BY_NAME, Address, Label, Mem

ARCH = {64: X64, 32: X86}
BITS = {"x86": 32, "x64": 64}
STACK_FORMS = ("push", "pop", "leave", "call", "ret")
EDGES = (
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x7FFFFFFFFFFFFFFF,
    0x8000000000000000,
    0xFFFFFFFFFFFFFFFF,
)


def blank_function(arch, isa, abi):
    """Returns an empty function without a frame, of a kernel that declares these ISA bits."""
    kernel = Kernel(stem="forms", arch=arch.name, isa=tuple(isa), summary="every form")
    return Function(kernel, OPERATIONS["sha1.blocks"], "og_forms", abi)


def blank(bits):
    return blank_function(ARCH[bits], ISA_BITS, ABIS["sysv64" if bits == 64 else "cdecl32"])


def all_forms(bits):
    return forms_of(ARCH[bits])


def forms_of(arch):
    return [form for forms in arch.forms.values() for form in forms]


class Instances:
    """Makes instructions of operands that the method `value` of a subclass chooses."""

    def operands(self, form):
        return tuple(self.value(kind) for _, kind in form.operands)

    def instance(self, f, form, tries=3000):
        """Appends one instruction for which the builder chooses this form."""
        for _ in range(tries):
            operands = self.operands(form)
            before = len(f.stream)
            try:
                f.emit(form.mnemonic, operands)
            except KernelError:
                continue
            if f.stream[-1].form is form:
                return f.stream[-1]
            del f.stream[before:]
        raise AssertionError(f"form '{form.signature}' is never chosen")


class Chooser(Instances):
    """Chooses operands. pointers: registers that are used in addresses only, and the only ones there."""

    def __init__(self, bits, seed, pointers=None):
        self.bits, self.chance, self.pointers = bits, random.Random(seed), pointers

    def register(self, width):
        while True:
            reg = self.chance.choice([r for r in BY_NAME.values() if r.kind == "gpr" and r.width == width])
            if self.pointers is not None and reg.family in self.pointers | {"rsp"}:
                continue
            return reg

    def memory(self, width):
        chance, bits = self.chance, self.bits
        if self.pointers is not None:
            base, index = (BY_NAME[r].view(bits) for r in sorted(self.pointers))
            disp = chance.choice((0, 64, -64, 128, -128))  # aligned for vector instructions
            return Mem(
                Address(base, index if chance.random() < 0.5 else None, chance.choice((1, 2, 4, 8)), disp),
                width,
            )
        base, index = self.register(bits), None
        if chance.random() < 0.5:
            index = self.register(bits)
            while index.family == "rsp":
                index = self.register(bits)
        disp = chance.choice(
            (0, 4, -4, 127, -128, 128, -129, 0x12345678, 0x5A827999 - (1 << 32), 64, -8192, 8128, 8192)
        )
        return Mem(Address(base, index, chance.choice((1, 2, 4, 8)) if index else 1, disp), width)

    def value(self, kind):
        chance = self.chance
        if kind in ("al", "ax", "eax", "rax", "cl"):
            return BY_NAME[kind]
        if kind == "one":
            return 1
        if kind == "rel":
            return Label("target")
        if kind in ("k", "kz"):
            return BY_NAME[f"k{chance.randrange(1, 8)}"]
        if kind == "m":
            return self.memory(0)
        if kind.startswith("simm8_"):
            return chance.choice((0, 1, -1, 127, -128, chance.randrange(-128, 128)))
        if kind in ("simm32", "simm32_32"):
            return chance.choice((-1, -0x80000000, 0x7FFFFFFF, chance.randrange(-(2**31), 2**31)))
        if kind.startswith("imm"):
            n = int(kind[3:])
            return chance.choice(
                (chance.getrandbits(n), chance.getrandbits(n), chance.choice(EDGES) & ((1 << n) - 1))
            )
        width = kind_width(kind)
        in_memory = kind[0] == "m" and kind != "mm" and kind != "mmm64"
        either = kind == "mmm64" or kind[1:2] == "m" and kind[0] in "rxyz"
        if in_memory or either and chance.random() < 0.5:
            return self.memory(width)
        if kind in ("mm", "mmm64"):
            return BY_NAME[f"mm{chance.randrange(8)}"]
        if kind[0] in "xyz":
            # numbers above 15 need EVEX; another form refuses them, and `instance` tries again
            return BY_NAME[f"{kind[0]}mm{chance.randrange(8 if self.bits == 32 else 32)}"]
        return self.register(width)
