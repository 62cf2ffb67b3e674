# SPDX-License-Identifier: MIT
"""The registers of AArch64, shift amounts and memory operands.

`v0` is a vector register; `v0.s4`, `v0.b16`, `v0.d2` are its views as lanes, `v0.s`, `v0.d`, `v0.q` its low 32,
64 and 128 bits, and `v0.s[1]` is one lane. A write of any view but a lane clears the rest of the register.

x18 belongs to the system on Darwin and Windows, x29 is the frame pointer on Darwin, and x30 holds the return
address, so kernels have none of them.
"""

from dataclasses import dataclass

from ..operands import Address, Label, Mem, Reg

RESERVED = (18, 29, 30)
SCALARS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
SHAPES = {"b8": 64, "b16": 128, "h4": 64, "h8": 128, "s2": 64, "s4": 128, "d1": 64, "d2": 128}


@dataclass(frozen=True)
class A64Reg(Reg):
    """A register. Its kind is "gpr", "sp", "zero", "simd" or "lane"."""

    shape: str = ""  # one of SHAPES, or of SCALARS; "" for a general register

    def view(self, width):
        """Returns the view of another width on the same general register."""
        return BY_NAME[("x" if width == 64 else "w") + self.name[1:]]

    def __getitem__(self, index):
        """Returns a lane of this scalar's size."""
        if self.shape not in SCALARS or not 0 <= index < 128 // self.width:
            raise TypeError(f"{self} has no lane {index}")
        name = f"v{self.number}.{self.shape}[{index}]"
        low = index * self.width
        return A64Reg(name, "lane", self.number, self.width, self.family, 128, low, shape=self.shape)


class Vector:
    """A vector register, of which instructions take views."""

    def __init__(self, number):
        self.number, self.family = number, f"v{number}"
        for shape, width in SHAPES.items():
            name = f"v{number}.{shape[1:]}{shape[0]}"
            setattr(self, shape, self._reg(name, width, shape))
        for shape, width in SCALARS.items():
            setattr(self, shape, self._reg(f"{shape}{number}", width, shape))

    def _reg(self, name, width, shape):
        return A64Reg(name, "simd", self.number, width, self.family, 128, clears=width < 128, shape=shape)

    def views(self):
        """Returns every view but the lanes."""
        return [getattr(self, shape) for shape in (*SHAPES, *SCALARS)]

    def __repr__(self):
        return f"v{self.number}"


class Shift(int):
    """The amount of the shift of the register operand before it."""

    def __new__(cls, name, amount):
        self = super().__new__(cls, amount)
        self.name = name
        return self

    def __repr__(self):
        return f"{self.name} #{int(self)}"


def lsl(amount):
    return Shift("lsl", amount)


def lsr(amount):
    return Shift("lsr", amount)


def ror(amount):
    return Shift("ror", amount)


class _At:
    """Makes memory operands. The instruction decides how many bytes it accesses."""

    def __getitem__(self, address):
        return Mem(Address.of(address), 0)

    def pre(self, base, amount):
        """Returns the operand at base + amount, which becomes the new base."""
        return Mem(Address(base, disp=amount), 0, "pre")

    def post(self, base, amount):
        """Returns the operand at base, which then grows by amount."""
        return Mem(Address(base, disp=amount), 0, "post")


at = _At()
VECTORS = tuple(Vector(number) for number in range(32))


def _build():
    regs = []
    for number in range(31):
        if number not in RESERVED:
            for letter, width in (("x", 64), ("w", 32)):
                name, family = f"{letter}{number}", f"x{number}"
                regs.append(A64Reg(name, "gpr", number, width, family, 64, clears=width == 32))
    regs.append(A64Reg("sp", "sp", 31, 64, "sp", 64))
    regs += [A64Reg("xzr", "zero", 31, 64, "zr", 64), A64Reg("wzr", "zero", 31, 32, "zr", 64, clears=True)]
    for vector in VECTORS:
        regs += vector.views()
    return {reg.name: reg for reg in regs}


BY_NAME = _build()
LINK = A64Reg("x30", "gpr", 30, 64, "x30", 64)  # for the calling convention alone
GENERAL = {name: reg for name, reg in BY_NAME.items() if reg.kind != "simd"}
globals().update(GENERAL)
globals().update({f"v{vector.number}": vector for vector in VECTORS})
__all__ = [
    "Address",
    "BY_NAME",
    "Label",
    "Mem",
    "VECTORS",
    "at",
    "lsl",
    "lsr",
    "ror",
    *GENERAL,
    *(f"v{number}" for number in range(32)),
]
