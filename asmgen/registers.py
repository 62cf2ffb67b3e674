# SPDX-License-Identifier: MIT
"""Registers, addresses and memory operands as typed values.

`dword[rsp + 4*i]` is a memory operand of 32 bits; `rax + rcx*4 + 16` is an address. A register is
a view (width, lowest bit) of a family: al, ah, ax, eax and rax are all views of the family "rax".
"""

from dataclasses import dataclass, replace

FAMILIES = (
    "rax",
    "rcx",
    "rdx",
    "rbx",
    "rsp",
    "rbp",
    "rsi",
    "rdi",
    "r8",
    "r9",
    "r10",
    "r11",
    "r12",
    "r13",
    "r14",
    "r15",
)


class _Arithmetic:
    """Addition of registers, addresses and integers, which gives an address."""

    def __add__(self, other):
        return Address.of(self).plus(other)

    __radd__ = __add__

    def __sub__(self, other):
        return Address.of(self).plus(-other)


@dataclass(frozen=True)
class Reg(_Arithmetic):
    name: str
    kind: str  # "gpr", "mmx", "vec" or "mask"
    number: int
    width: int  # bits
    family: str  # the register that this is a view of
    low: int = 0  # lowest bit of the view

    def __mul__(self, scale):
        return Address(None, self, scale, 0)

    __rmul__ = __mul__

    def view(self, width):
        """Returns the view of another width on the same register, from bit 0."""
        if self.kind == "gpr":
            return _VIEWS[self.family, width]
        return BY_NAME[{128: "x", 256: "y", 512: "z"}[width] + f"mm{self.number}"]

    def __str__(self):
        return self.name


@dataclass(frozen=True)
class Address(_Arithmetic):
    base: Reg = None
    index: Reg = None
    scale: int = 1
    disp: int = 0
    label: object = None  # a constant; without origin it is addressed relative to rip, without base
    origin: object = None  # the label whose address is in base; the constant is relative to it

    @staticmethod
    def of(value):
        if isinstance(value, Address):
            return value
        if isinstance(value, Reg):
            return Address(value)
        return Address(disp=value)

    def plus(self, other):
        other = Address.of(other)
        base, index, scale = self.base, self.index, self.scale
        if self.label or other.label:
            if base or index or other.registers() or self.label and other.label:
                raise TypeError(
                    "a constant is addressed by its label and a displacement alone: "
                    "lea the address of a table first"
                )
            return Address(disp=self.disp + other.disp, label=self.label or other.label)
        for reg, reg_scale in ((other.base, 1), (other.index, other.scale)):
            if reg is None:
                continue
            if reg_scale == 1 and base is None:
                base = reg
            elif index is None:
                index, scale = reg, reg_scale
            else:
                raise TypeError("an address has at most one base and one index register")
        return Address(base, index, scale, self.disp + other.disp)

    def registers(self):
        """Returns the base and index registers that the address has."""
        return [r for r in (self.base, self.index) if r is not None]

    def widened(self):
        """Returns the same address with the 64-bit views of its registers."""
        return replace(self, base=self.base and self.base.view(64), index=self.index and self.index.view(64))


@dataclass(frozen=True)
class Mem:
    address: Address
    width: int  # bits; 0 for lea, which has no memory access

    @property
    def base(self):
        return self.address.base

    @property
    def index(self):
        return self.address.index

    @property
    def scale(self):
        return self.address.scale

    @property
    def disp(self):
        return self.address.disp

    @property
    def label(self):
        return self.address.label

    @property
    def origin(self):
        return self.address.origin


class _Size:
    def __init__(self, width):
        self.width = width

    def __getitem__(self, address):
        return Mem(Address.of(address), self.width)


byte, word, dword, qword, xmmword, ymmword, zmmword = (_Size(n) for n in (8, 16, 32, 64, 128, 256, 512))


@dataclass(frozen=True)
class Label:
    name: str


@dataclass(frozen=True)
class Constant(Label):
    """The label of a constant, which all functions of a unit share."""


def _build():
    regs = []
    low_names = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil")
    for number, family in enumerate(FAMILIES):
        if number < 8:
            names = {64: family, 32: "e" + family[1:], 16: family[1:], 8: low_names[number]}
        else:
            names = {64: family, 32: family + "d", 16: family + "w", 8: family + "b"}
        regs += [Reg(name, "gpr", number, width, family) for width, name in names.items()]
    regs += [Reg(name, "gpr", i + 4, 8, FAMILIES[i], 8) for i, name in enumerate(("ah", "ch", "dh", "bh"))]
    for i in range(8):
        regs.append(Reg(f"mm{i}", "mmx", i, 64, f"mm{i}"))
    for i in range(1, 8):  # k0 as the mask of an instruction means no mask
        regs.append(Reg(f"k{i}", "mask", i, 64, f"k{i}"))
    for i in range(32):  # above 15 only with EVEX
        regs.append(Reg(f"xmm{i}", "vec", i, 128, f"vec{i}"))
        regs.append(Reg(f"ymm{i}", "vec", i, 256, f"vec{i}"))
        regs.append(Reg(f"zmm{i}", "vec", i, 512, f"vec{i}"))
    return {reg.name: reg for reg in regs}


BY_NAME = _build()
_VIEWS = {(r.family, r.width): r for r in BY_NAME.values() if r.low == 0}
FAMILY_WIDTH = {r.family: {"gpr": 64, "mmx": 64, "vec": 512, "mask": 64}[r.kind] for r in BY_NAME.values()}
globals().update(BY_NAME)
__all__ = [
    "BY_NAME",
    "Reg",
    "Address",
    "Mem",
    "Label",
    "byte",
    "word",
    "dword",
    "qword",
    "xmmword",
    "ymmword",
    "zmmword",
    *BY_NAME,
]
