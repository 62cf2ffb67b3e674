# SPDX-License-Identifier: MIT
"""What the x86 table is made of: ISA bits, CPU classes, operand kinds, and the form of an instruction."""

from dataclasses import dataclass

from ...isa import Form, Table
from ...operands import Label, Mem, Reg
from ...words import signed
from ..vectors import register_reader, register_writer

FLAGS = "cpazsod"

# CPU classes of the 1990s assemblers, oldest first; later instructions differ in `isa`.
CPU_CLASSES = ("386", "486", "586", "686", "mmx", "x86-64", "later")

# ISA bits that a kernel may declare, with the class in which an old assembler learnt their names.
ISA_BITS = {
    "cmov": "686",
    "mmx": "mmx",
    "sse": "later",
    "sse2": "later",
    "sse3": "later",
    "ssse3": "later",
    "sse41": "later",
    "sse42": "later",
    "popcnt": "later",
    "avx": "later",
    "avx2": "later",
    "bmi1": "later",
    "bmi2": "later",
    "shani": "later",
    "avx512f": "later",
    "avx512bw": "later",
    "avx512vl": "later",
    "avx512vbmi": "later",
    "gfni": "later",
    "movbe": "later",
}
X64_BASELINE = ("cmov", "mmx", "sse", "sse2")
# What a processor with one bit has as well, so that a kernel need not declare it.
IMPLIED = {
    "sse2": ("sse",),
    "sse3": ("sse2",),
    "ssse3": ("sse3",),
    "sse41": ("ssse3",),
    "sse42": ("sse41",),
    "avx": ("sse42",),
    "avx2": ("avx",),
    "shani": ("sse2",),
    "avx512f": ("avx2",),
    "avx512bw": ("avx512f",),
    "avx512vl": ("avx512f",),
    "avx512vbmi": ("avx512bw",),
    "gfni": ("sse2",),
}

ZEROING = ("xor", "sub", "sbb", "pxor", "pcmpeqd", "vpxor", "vpxord", "vpxorq", "vpcmpeqd")


@dataclass(frozen=True)
class X86Form(Form):
    cpu: str = "386"
    modes: tuple = (32, 64)
    suffix: bool = True  # AT&T: append the operand size letter
    att: str = ""  # AT&T name when it is not mnemonic + size letter
    commutes: bool = False  # the two sources may change places

    @property
    def vex(self):
        return "VEX" in self.enc

    @property
    def evex(self):
        return "EVEX" in self.enc

    @property
    def legacy_vector(self):
        """Writes xmm and keeps the upper half of ymm, which is slow while that half is dirty."""
        return not self.vex and any(kind[0] == "x" for _, kind in self.operands)

    @property
    def ends(self):
        return self.mnemonic in ("ret", "jmp", "call")

    @property
    def saves(self):
        return self.mnemonic in ("push", "movaps")

    @property
    def zeroing(self):
        return self.mnemonic in ZEROING

    def clears_above(self, reg):
        return reg.clears or reg.kind == "vec" and self.vex

    def kind_width(self, kind):
        return kind_width(kind)

    def reader(self, reg):
        return register_reader(reg) if reg.kind == "vec" else super().reader(reg)

    def writer(self, reg):
        return register_writer(self.vex, reg) if reg.kind == "vec" else super().writer(reg)


def _fits(value, width):
    return -(1 << (width - 1)) <= value < (1 << width)


def _is_simm8(value, width):
    return _fits(value, width) and -128 <= signed(value, width) <= 127


def _gpr(n):
    return lambda v: isinstance(v, Reg) and v.kind == "gpr" and v.width == n


def _vec(kind, n):
    return lambda v: isinstance(v, Reg) and v.kind == kind and v.width == n


def _mem(n):
    return lambda v: isinstance(v, Mem) and v.width == n


def _either(a, b):
    return lambda v: a(v) or b(v)


def _is_int(test):
    return lambda v: isinstance(v, int) and test(v)


KINDS = {
    "one": _is_int(lambda v: v == 1),
    "imm8": _is_int(lambda v: _fits(v, 8)),
    "imm16": _is_int(lambda v: _fits(v, 16)),
    "imm32": _is_int(lambda v: _fits(v, 32)),
    "imm64": _is_int(lambda v: _fits(v, 64)),
    "simm32": _is_int(lambda v: -(1 << 31) <= v < (1 << 31)),
    "simm32_32": _is_int(lambda v: -(1 << 31) <= v < (1 << 31)),
    "m": lambda v: isinstance(v, Mem),
    "rel": lambda v: isinstance(v, Label),
    "mm": _vec("mmx", 64),
    "x": _vec("vec", 128),
    "y": _vec("vec", 256),
    "z": _vec("vec", 512),
    "mmm64": _either(_vec("mmx", 64), _mem(64)),
    "k": _vec("mask", 64),
    "kz": _vec("mask", 64),  # the mask of the operand before it: an element whose bit is 0 becomes 0
}
for _n in (8, 16, 32, 64):
    KINDS[f"r{_n}"] = _gpr(_n)
    KINDS[f"rm{_n}"] = _either(_gpr(_n), _mem(_n))
    KINDS[f"simm8_{_n}"] = _is_int(lambda v, n=_n: _is_simm8(v, n))
for _n in (8, 16, 32, 64, 128, 256, 512):
    KINDS[f"m{_n}"] = _mem(_n)
for _n in (32, 64, 128):
    KINDS[f"xm{_n}"] = _either(KINDS["x"], _mem(_n))
KINDS["ym256"] = _either(KINDS["y"], _mem(256))
KINDS["zm512"] = _either(KINDS["z"], _mem(512))
for _name in ("al", "ax", "eax", "rax", "cl"):
    KINDS[_name] = lambda v, name=_name: isinstance(v, Reg) and v.name == name


def kind_width(kind):
    """Returns the bits of the value that an operand of this kind supplies or takes."""
    special = {
        "one": 8,
        "cl": 8,
        "al": 8,
        "ax": 16,
        "eax": 32,
        "rax": 64,
        "x": 128,
        "y": 256,
        "z": 512,
        "mm": 64,
        "mmm64": 64,
        "k": 64,
        "kz": 64,
        "m": 0,
        "rel": 0,
        "simm32": 64,
    }
    if kind in special:
        return special[kind]
    if kind.startswith("simm"):
        return int(kind.split("_")[1])
    return int(kind.lstrip("rimxyz"))


class X86Table(Table):
    def fits(self, entry, operands):
        return super().fits(entry, operands) and (
            entry.evex or not any(isinstance(v, Reg) and v.number > 15 for v in operands)
        )


TABLE = X86Table(X86Form, KINDS)
form = TABLE.add
