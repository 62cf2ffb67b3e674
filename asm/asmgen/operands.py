# SPDX-License-Identifier: MIT
"""Registers, addresses, memory operands and labels as typed values, for every architecture.

`rax + rcx*4 + 16` is an address. A register is a view (width, lowest bit) of a family: al, ah, ax, eax and
rax are all views of the family "rax". The folder of an architecture has its registers.
"""

from dataclasses import dataclass


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
    kind: str  # of the architecture: "gpr", "vec", ...
    number: int
    width: int  # bits
    family: str  # the register that this is a view of
    whole: int  # bits of that register
    low: int = 0  # lowest bit of the view
    clears: bool = False  # a write clears the rest of the register

    def __mul__(self, scale):
        return Address(None, self, scale, 0)

    __rmul__ = __mul__

    def __str__(self):
        return self.name


@dataclass(frozen=True)
class Address(_Arithmetic):
    base: Reg = None
    index: Reg = None
    scale: int = 1
    disp: int = 0
    label: object = None  # a constant; without origin it is addressed relative to the code, without base
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


@dataclass(frozen=True)
class Mem:
    address: Address
    width: int  # bits; 0 for lea, which has no memory access
    # "pre" or "post": the displacement is added to the base register, before or after the access
    writeback: str = ""

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


class Size:
    """Makes memory operands of one width: `Size(32)[address]`."""

    def __init__(self, width):
        self.width = width

    def __getitem__(self, address):
        return Mem(Address.of(address), self.width)


@dataclass(frozen=True)
class Label:
    name: str


@dataclass(frozen=True)
class Constant(Label):
    """The label of a constant, which all functions of a unit share."""
