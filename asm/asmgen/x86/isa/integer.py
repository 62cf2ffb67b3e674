# SPDX-License-Identifier: MIT
"""Moves and arithmetic of general registers. Encodings and flags: Intel SDM volume 2."""

from . import flags as fl
from .core import form

PREFIX = {8: "", 16: "66 ", 32: "", 64: "W "}
MODES = {8: (32, 64), 16: (32, 64), 32: (32, 64), 64: (64,)}
ARITH = "cpazso"


def hex_of(value):
    """Returns a byte of a code."""
    return f"{value:02X}"


# -- mov and its relatives -------------------------------------------------------------------------
def copy(w, value):
    """The meaning of an instruction that writes what it reads."""
    return (value,), {}


def _zext(source, to):
    return lambda w, a: ((w.zext(a, source, to),), {})


def _sext(source, to):
    return lambda w, a: ((w.sext(a, source, to),), {})


for n in (8, 16, 32, 64):
    wide = 0 if n == 8 else 1
    load = {"timing": "load", "modes": MODES[n]}
    form("mov", f"w:rm{n} r:r{n}", f"MR {PREFIX[n]}{hex_of(0x88 + wide)}", copy, modes=MODES[n])
    form("mov", f"w:r{n} r:m{n}", f"RM {PREFIX[n]}{hex_of(0x8A + wide)}", copy, **load)
    if n < 64:
        form("mov", f"w:r{n} r:imm{n}", f"OI {PREFIX[n]}{'B0' if n == 8 else 'B8'} i{n}", copy)
        form("mov", f"w:m{n} r:imm{n}", f"MI/0 {PREFIX[n]}{hex_of(0xC6 + wide)} i{n}", copy, timing="store")
form("mov", "w:rm64 r:simm32", "MI/0 W C7 i32", copy, modes=(64,))
form("mov", "w:r64 r:imm64", "OI W B8 i64", copy, modes=(64,), att="movabsq")

for source, to, code in ((8, 16, "B6"), (8, 32, "B6"), (8, 64, "B6"), (16, 32, "B7"), (16, 64, "B7")):
    for name, extend, plus in (("movzx", _zext, 0), ("movsx", _sext, 8)):
        letters = {8: "b", 16: "w", 32: "l", 64: "q"}
        form(
            name,
            f"w:r{to} r:rm{source}",
            f"RM {PREFIX[to]}0F {hex_of(int(code, 16) + plus)}",
            extend(source, to),
            modes=MODES[to],
            att=f"mov{name[3]}{letters[source]}{letters[to]}",
        )
form("movsxd", "w:r64 r:rm32", "RM W 63", _sext(32, 64), modes=(64,), att="movslq")

for n in (32, 64):
    form(
        "lea",
        f"w:r{n} r:m",
        f"RM {PREFIX[n]}8D",
        lambda w, a, n=n: ((w.extract(a, 0, n),), {}),
        modes=MODES[n],
    )
    form(
        "bswap",
        f"rw:r{n}",
        f"O {PREFIX[n]}0F C8",
        lambda w, a, n=n: ((w.bswap(a, n),), {}),
        modes=MODES[n],
        cpu="486",
    )
    for layout, operands, code in (("RM", f"w:r{n} r:m{n}", "F0"), ("MR", f"w:m{n} r:r{n}", "F1")):
        form(
            "movbe",
            operands,
            f"{layout} {PREFIX[n]}0F 38 {code}",
            lambda w, a, n=n: ((w.bswap(a, n),), {}),
            modes=MODES[n],
            cpu="later",
            isa="movbe",
        )


# -- two-operand arithmetic and logic --------------------------------------------------------------
def _add(n):
    def sem(w, a, b):
        r = w.add(a, b, n)
        return (r,), fl.add(w, a, b, r, n)

    return sem


def _adc(n):
    def sem(w, a, b, carry):
        r = w.add(w.add(a, b, n), w.zext(carry, 1, n), n)
        return (r,), fl.add(w, a, b, r, n)

    return sem


def _sub(n):
    def sem(w, a, b):
        r = w.sub(a, b, n)
        return (r,), fl.sub(w, a, b, r, n)

    return sem


def _sbb(n):
    def sem(w, a, b, borrow):
        r = w.sub(w.sub(a, b, n), w.zext(borrow, 1, n), n)
        return (r,), fl.sub(w, a, b, r, n)

    return sem


def _logic(name):
    def by_width(n):
        def sem(w, a, b):
            r = getattr(w, name)(a, b, n)
            return (r,), fl.logic(w, r, n)

        return sem

    return by_width


def _without_result(by_width):
    def make(n):
        def sem(w, *inputs):
            return (), by_width(n)(w, *inputs)[1]

        return sem

    return make


_LOGIC = {"flags_written": "cpzso", "flags_undefined": "a"}
for code, (name, make, facts) in enumerate(
    (
        ("add", _add, {"flags_written": ARITH}),
        ("or", _logic("or_"), _LOGIC),
        ("adc", _adc, {"flags_written": ARITH, "flags_read": "c"}),
        ("sbb", _sbb, {"flags_written": ARITH, "flags_read": "c"}),
        ("and", _logic("and_"), _LOGIC),
        ("sub", _sub, {"flags_written": ARITH}),
        ("xor", _logic("xor"), _LOGIC),
        ("cmp", _without_result(_sub), {"flags_written": ARITH}),
    )
):
    for n in (8, 16, 32, 64):
        d = "r" if name == "cmp" else "rw"
        wide, pre = (0 if n == 8 else 1), PREFIX[n]
        sem, more = make(n), {**facts, "modes": MODES[n]}
        acc = {8: "al", 16: "ax", 32: "eax", 64: "rax"}[n]
        imm = "simm32" if n == 64 else f"imm{n}"
        size = f"i{min(n, 32)}"
        if n > 8:
            form(name, f"{d}:rm{n} r:simm8_{n}", f"MI/{code} {pre}83 i8", sem, **more)
        form(name, f"{d}:{acc} r:{imm}", f"I {pre}{hex_of(code * 8 + 4 + wide)} {size}", sem, **more)
        form(name, f"{d}:rm{n} r:{imm}", f"MI/{code} {pre}{hex_of(0x80 + wide)} {size}", sem, **more)
        form(name, f"{d}:rm{n} r:r{n}", f"MR {pre}{hex_of(code * 8 + wide)}", sem, **more)
        form(
            name,
            f"{d}:r{n} r:m{n}",
            f"RM {pre}{hex_of(code * 8 + 2 + wide)}",
            sem,
            **{**more, "timing": "load"},
        )

for n in (8, 16, 32, 64):
    wide, pre = (0 if n == 8 else 1), PREFIX[n]
    acc = {8: "al", 16: "ax", 32: "eax", 64: "rax"}[n]
    imm = "simm32" if n == 64 else f"imm{n}"
    sem = _without_result(_logic("and_"))(n)
    facts = {**_LOGIC, "modes": MODES[n]}
    form("test", f"r:{acc} r:{imm}", f"I {pre}{hex_of(0xA8 + wide)} i{min(n, 32)}", sem, **facts)
    form("test", f"r:rm{n} r:{imm}", f"MI/0 {pre}{hex_of(0xF6 + wide)} i{min(n, 32)}", sem, **facts)
    form("test", f"r:rm{n} r:r{n}", f"MR {pre}{hex_of(0x84 + wide)}", sem, **facts)


# -- one operand -----------------------------------------------------------------------------------
def _not(n):
    return lambda w, a: ((w.not_(a, n),), {})


def _neg(n):
    def sem(w, a):
        zero = w.const(0, n)
        r = w.sub(zero, a, n)
        return (r,), fl.sub(w, zero, a, r, n)

    return sem


def _step(operation, set_flags):
    def by_width(n):
        def sem(w, a):
            one = w.const(1, n)
            r = getattr(w, operation)(a, one, n)
            known = set_flags(w, a, one, r, n)
            del known["c"]
            return (r,), known

        return sem

    return by_width


for name, make, code, short in (
    ("inc", _step("add", fl.add), 0, "40"),
    ("dec", _step("sub", fl.sub), 1, "48"),
):
    for n in (8, 16, 32, 64):
        if n in (16, 32):
            form(name, f"rw:r{n}", f"O {PREFIX[n]}{short}", make(n), flags_written="pazso", modes=(32,))
        form(
            name,
            f"rw:rm{n}",
            f"M/{code} {PREFIX[n]}{'FE' if n == 8 else 'FF'}",
            make(n),
            flags_written="pazso",
            modes=MODES[n],
        )
for n in (8, 16, 32, 64):
    code = "F6" if n == 8 else "F7"
    form("not", f"rw:rm{n}", f"M/2 {PREFIX[n]}{code}", _not(n), modes=MODES[n])
    form("neg", f"rw:rm{n}", f"M/3 {PREFIX[n]}{code}", _neg(n), flags_written=ARITH, modes=MODES[n])


# -- multiplication --------------------------------------------------------------------------------
for n in (32, 64):

    def product(w, a, b, n=n):
        return (w.mul(a, b, n),), {}

    facts = {"timing": "mul", "flags_undefined": ARITH, "modes": MODES[n]}
    form("imul", f"rw:r{n} r:rm{n}", f"RM {PREFIX[n]}0F AF", product, **facts)
    form("imul", f"w:r{n} r:rm{n} r:simm8_{n}", f"RMI {PREFIX[n]}6B i8", product, **facts)
    form(
        "imul",
        f"w:r{n} r:rm{n} r:{'simm32' if n == 64 else 'simm32_32'}",
        f"RMI {PREFIX[n]}69 i32",
        product,
        **facts,
    )


# -- BMI1 ------------------------------------------------------------------------------------------
def _andn(n):
    def sem(w, a, b):
        r = w.and_(w.not_(a, n), b, n)
        return (r,), fl.logic(w, r, n)

    return sem


for n in (32, 64):
    W = "W1" if n == 64 else "W0"
    facts = {"modes": MODES[n], "cpu": "later"}
    form(
        "andn",
        f"w:r{n} r:r{n} r:rm{n}",
        f"RVM VEX.L0.NP.0F38.{W} F2",
        _andn(n),
        isa="bmi1",
        flags_written="czso",
        flags_undefined="pa",
        **facts,
    )
