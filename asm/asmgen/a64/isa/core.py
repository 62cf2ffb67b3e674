# SPDX-License-Identifier: MIT
"""What the A64 table is made of: ISA bits, operand kinds, and the form of an instruction.

A register kind is "x" or "w" (general), with z also the zero register, with p also the stack pointer; a shape
("s4") or a scalar ("q"); "lane_s". A list of registers is one operand "list" and further operands "more".
A memory kind is "m" and the number of bits, then how the address is written:

    (none)   [base, #disp], where disp is a multiple of the size below 4096 sizes
    u        [base, #disp], -256 <= disp < 256, for ldur and stur
    pre post [base, #disp]! and [base], #disp, -256 <= disp < 256
    x        [base, index, lsl #n], where n is 0 or makes the scale the size
    s spre spost  two registers: disp is a multiple of half the size, -64 to 63 halves
    b bpost  [base], and [base], #disp with disp the size: one to four vector registers
"""

from dataclasses import dataclass
from functools import cached_property

from ...isa import Form, Table
from ...operands import Label, Mem, Reg
from ..logical import fields
from ..registers import SCALARS, SHAPES, Shift

FLAGS = "nzcv"
# SHA3's EOR3, BCAX and XAR and all of SVE2 are left out: on the cores of today they execute on the unit of the
# SHA instructions, or one a cycle, and shorten no kernel.
ISA_BITS = ("neon", "armsha1")
BASELINE = ("neon",)
IMPLIED = {"armsha1": ("neon",)}
ALWAYS = ("b", "ret")  # the instruction after them is not executed next


@dataclass(frozen=True)
class A64Form(Form):
    @property
    def ends(self):
        return self.mnemonic in ALWAYS

    @property
    def saves(self):
        return self.mnemonic in ("str", "stp")

    @cached_property
    def is_list(self):
        """Whether register operands are written as a list."""
        return any(kind == "list" for _, kind in self.operands)

    def kind_width(self, kind):
        return kind_width(kind)


def kind_width(kind):
    """Returns the bits of the value that an operand of this kind supplies or takes."""
    if kind in SHAPES:
        return SHAPES[kind]
    if kind in SCALARS:
        return SCALARS[kind]
    if kind in ("list", "more"):
        return 128
    if kind[0] == "m":
        return memory(kind)[0]
    if kind.startswith("bits"):
        return int(kind[4:])
    return {"x": 64, "w": 32, "rel": 0, "label": 64}.get(kind.rstrip("zp"), 64)


def memory(kind):
    """Returns (bits of the access, how the address is written) of a memory kind."""
    digits = kind[1:].rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(digits), kind[1 + len(digits) :]


def _general(width, *kinds):
    return lambda v: isinstance(v, Reg) and v.kind in kinds and v.width == width


def _simd(shape):
    return lambda v: isinstance(v, Reg) and v.kind == "simd" and v.shape == shape


def _lane(shape):
    return lambda v: isinstance(v, Reg) and v.kind == "lane" and v.shape == shape


def _in(values):
    return lambda v: type(v) is int and v in values


def _shift(name, values):
    return lambda v: isinstance(v, Shift) and v.name == name and v in values


def _memory(kind):
    bits, mode = memory(kind)
    size = bits // 8
    writeback = mode if mode in ("pre", "post") else mode[1:]
    if mode[:1] == "s":
        offsets = range(-32 * size, 32 * size, size // 2)
    else:
        offsets = {"": range(0, 4096 * size, size), "x": (0,), "b": (0,), "bpost": (size,)}.get(
            mode, range(-256, 256)
        )

    def fits(v):
        return (
            isinstance(v, Mem)
            and v.writeback == writeback
            and v.label is None
            and v.base is not None
            and v.base.kind in ("gpr", "sp")
            and v.base.width == 64
            and (v.index is not None) == (mode == "x")
            and (v.index is None or v.scale in (1, size) and v.index.kind == "gpr" and v.index.width == 64)
            and v.disp in offsets
        )

    return fits


KINDS = {
    "rel": lambda v: isinstance(v, Label),
    "label": lambda v: isinstance(v, Mem) and v.label is not None,
    "list": _simd("b16"),
    "more": _simd("b16"),
    "imm12": _in(range(4096)),
    "imm12s": _in(range(4096, 4096 * 4096, 4096)),
    "imm16": _in(range(65536)),
    "imm8": _in(range(256)),
    "hint": _in(range(128)),
    "zero": _in((0,)),
    "half32": _shift("lsl", (16,)),
    "half64": _shift("lsl", (16, 32, 48)),
    "byte": _shift("lsl", (8, 16, 24)),
    "index16": _in(range(16)),
}
for _letter, _width in (("x", 64), ("w", 32)):
    KINDS[_letter] = _general(_width, "gpr")
    KINDS[_letter + "z"] = _general(_width, "gpr", "zero")
    KINDS[_letter + "p"] = _general(_width, "gpr", "sp")
    KINDS[f"bits{_width}"] = lambda v, n=_width: type(v) is int and fields(v, n) is not None
    KINDS[f"to{_width}"] = _in(range(1, _width))  # a shift, or the number of a bit above 0
    KINDS[f"bit{_width}"] = _in(range(_width))
    KINDS[f"count{_width}"] = _in(range(1, _width + 1))
    for _name in ("lsl", "lsr", "ror"):
        KINDS[f"{_name}{_width}"] = _shift(_name, range(1, _width))
for _shape in (*SHAPES, *SCALARS):
    KINDS[_shape] = _simd(_shape)
for _shape in "bhsd":
    KINDS[f"lane_{_shape}"] = _lane(_shape)
    _width = SCALARS[_shape]
    KINDS[f"left{_width}"] = _in(range(_width))
    KINDS[f"right{_width}"] = _in(range(1, _width + 1))
for _mode in ("", "u", "pre", "post", "x"):
    KINDS.update({f"m{n}{_mode}": _memory(f"m{n}{_mode}") for n in (32, 64, 128)})
for _mode in ("s", "spre", "spost"):
    KINDS.update({f"m{n}{_mode}": _memory(f"m{n}{_mode}") for n in (64, 128, 256)})
for _mode in ("b", "bpost"):
    KINDS.update({f"m{n}{_mode}": _memory(f"m{n}{_mode}") for n in (8, 16, 32, 64, 128, 256, 384, 512)})

TABLE = Table(A64Form, KINDS)
form = TABLE.add
