# SPDX-License-Identifier: MIT
"""The instruction forms of the ISA table: operands, encoding, meaning, flags and CPU class of each.

A form is a mnemonic with one choice of operand kinds, for example `mov r32, imm32`. Its operands are
written "access:kind": access is r, w or rw, kind is one of `KINDS`. Its meaning is a pure function
`sem(w, *inputs) -> (outputs, flags)` over a word algebra `w` (words.py):

    inputs   the explicit operands that are read, in order; then the flags that are read (one-bit
             words), in the order of flags_read
    outputs  the explicit operands that are written, in order
    flags    {flag letter: function returning its one-bit word}; called only if the flag is read

A form knows nothing of register files, memory or printing, so that the interpreter, the analyses, the
printers and the prover share it.
"""

import functools
from dataclasses import dataclass
from functools import cached_property

from ..registers import Label, Mem, Reg

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


def closure(bits):
    """Returns the declared ISA bits and all that they imply."""
    found, work = set(), list(bits)
    while work:
        bit = work.pop()
        found.add(bit)
        work += IMPLIED.get(bit, ())
    return found


@dataclass(frozen=True)
class Form:
    mnemonic: str
    operands: tuple  # of (access, kind)
    enc: str  # see encode.py
    sem: object
    flags_read: str = ""
    flags_written: str = ""
    flags_undefined: str = ""
    isa: str = ""  # ISA bits, separated by spaces; "" = the baseline
    cpu: str = "386"
    timing: str = "alu"  # alu, mul, shift, load, store, branch, vec, vecshift, sha, none
    modes: tuple = (32, 64)
    suffix: bool = True  # AT&T: append the operand size letter
    att: str = ""  # AT&T name when it is not mnemonic + size letter
    aligned: bool = False  # a memory operand must be at a multiple of its size
    commutes: bool = False  # the two sources may change places

    @property
    def needs(self):
        """Returns the ISA bits of a processor that has this form, all of them together."""
        return tuple(self.isa.split())

    @property
    def signature(self):
        return " ".join([self.mnemonic, ", ".join(kind for _, kind in self.operands)]).strip()

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

    @cached_property
    def read_kinds(self):
        return _places(self.operands, "r")

    @cached_property
    def written_kinds(self):
        return _places(self.operands, "w")


@functools.cache
def _places(operands, letter):
    return [i for i, (access, _) in enumerate(operands) if letter in access]


FORMS = {}


def form(mnemonic, operands, enc, sem, **facts):
    parsed = tuple(tuple(text.split(":")) for text in operands.split())
    entry = Form(mnemonic, parsed, enc, sem, **facts)
    FORMS.setdefault(mnemonic, []).append(entry)
    return entry


def signed(value, width):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


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


def match(mnemonic, operands, bits):
    """Returns the first form that takes these operands, which is the one that assemblers choose."""
    candidates = FORMS.get(mnemonic)
    if candidates is None:
        raise LookupError(f"no instruction '{mnemonic}' in the ISA table")
    for entry in candidates:
        if (
            bits in entry.modes
            and len(entry.operands) == len(operands)
            and all(KINDS[kind](value) for (_, kind), value in zip(entry.operands, operands))
            and (entry.evex or not any(isinstance(v, Reg) and v.number > 15 for v in operands))
        ):
            return entry
    shown = ", ".join(_describe(v) for v in operands)
    raise LookupError(f"no {bits}-bit form of '{mnemonic}' takes ({shown})")


def _describe(value):
    if isinstance(value, Mem):
        return f"{value.width}-bit memory"
    return str(value)
