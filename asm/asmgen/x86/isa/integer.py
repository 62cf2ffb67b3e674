# SPDX-License-Identifier: MIT
"""General-register instructions. Encodings and flags: Intel SDM volume 2."""

from ...errors import Fault
from . import flags as fl
from .core import form

PREFIX = {8: "", 16: "66 ", 32: "", 64: "W "}
MODES = {8: (32, 64), 16: (32, 64), 32: (32, 64), 64: (64,)}
ARITH = "cpazso"


def _hex(value):
    return f"{value:02X}"


# -- mov and its relatives -------------------------------------------------------------------------
def _copy(w, value):
    return (value,), {}


def _zext(source, to):
    return lambda w, a: ((w.zext(a, source, to),), {})


def _sext(source, to):
    return lambda w, a: ((w.sext(a, source, to),), {})


for n in (8, 16, 32, 64):
    wide = 0 if n == 8 else 1
    load = {"timing": "load", "modes": MODES[n]}
    form("mov", f"w:rm{n} r:r{n}", f"MR {PREFIX[n]}{_hex(0x88 + wide)}", _copy, modes=MODES[n])
    form("mov", f"w:r{n} r:m{n}", f"RM {PREFIX[n]}{_hex(0x8A + wide)}", _copy, **load)
    if n < 64:
        form("mov", f"w:r{n} r:imm{n}", f"OI {PREFIX[n]}{'B0' if n == 8 else 'B8'} i{n}", _copy)
        form("mov", f"w:m{n} r:imm{n}", f"MI/0 {PREFIX[n]}{_hex(0xC6 + wide)} i{n}", _copy, timing="store")
form("mov", "w:rm64 r:simm32", "MI/0 W C7 i32", _copy, modes=(64,))
form("mov", "w:r64 r:imm64", "OI W B8 i64", _copy, modes=(64,), att="movabsq")

for source, to, code in ((8, 16, "B6"), (8, 32, "B6"), (8, 64, "B6"), (16, 32, "B7"), (16, 64, "B7")):
    for name, extend, plus in (("movzx", _zext, 0), ("movsx", _sext, 8)):
        letters = {8: "b", 16: "w", 32: "l", 64: "q"}
        form(
            name,
            f"w:r{to} r:rm{source}",
            f"RM {PREFIX[to]}0F {_hex(int(code, 16) + plus)}",
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
        form(name, f"{d}:{acc} r:{imm}", f"I {pre}{_hex(code * 8 + 4 + wide)} {size}", sem, **more)
        form(name, f"{d}:rm{n} r:{imm}", f"MI/{code} {pre}{_hex(0x80 + wide)} {size}", sem, **more)
        form(name, f"{d}:rm{n} r:r{n}", f"MR {pre}{_hex(code * 8 + wide)}", sem, **more)
        form(
            name,
            f"{d}:r{n} r:m{n}",
            f"RM {pre}{_hex(code * 8 + 2 + wide)}",
            sem,
            **{**more, "timing": "load"},
        )

for n in (8, 16, 32, 64):
    wide, pre = (0 if n == 8 else 1), PREFIX[n]
    acc = {8: "al", 16: "ax", 32: "eax", 64: "rax"}[n]
    imm = "simm32" if n == 64 else f"imm{n}"
    sem = _without_result(_logic("and_"))(n)
    facts = {**_LOGIC, "modes": MODES[n]}
    form("test", f"r:{acc} r:{imm}", f"I {pre}{_hex(0xA8 + wide)} i{min(n, 32)}", sem, **facts)
    form("test", f"r:rm{n} r:{imm}", f"MI/0 {pre}{_hex(0xF6 + wide)} i{min(n, 32)}", sem, **facts)
    form("test", f"r:rm{n} r:r{n}", f"MR {pre}{_hex(0x84 + wide)}", sem, **facts)


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


# -- shifts and rotates ----------------------------------------------------------------------------
def _count(w, k, n):
    return w.and_(k, w.const(63 if n == 64 else 31, 8), 8)


def _shift(operation, n):
    """For counts 1..n-1. The carry is the last bit shifted out."""

    def sem(w, a, k):
        k = _count(w, k, n)
        r = getattr(w, operation)(a, k, n)

        def before():
            return getattr(w, operation)(a, w.sub(k, w.const(1, 8), 8), n)

        out = n - 1 if operation == "shl" else 0
        return (r,), {**fl.result(w, r, n), "c": lambda: w.bit(before(), out)}

    return sem


def _rotate(operation, n):
    def sem(w, a, k):
        r = getattr(w, operation)(a, _count(w, k, n), n)
        return (r,), {"c": lambda: w.bit(r, 0 if operation == "rol" else n - 1)}

    return sem


def _by_number(make):
    """Wraps a shift by an immediate count. Counts of 0 and of n or more are Faults, because their
    flags are not those of the shift."""

    def by_name(operation, n):
        sem = make(operation, n)

        def checked(w, a, k):
            count = w.concrete(_count(w, k, n))
            if not 0 < count < n:
                raise Fault(f"{operation} of {n} bits by {count}")
            return sem(w, a, k)

        return checked

    return by_name


def _flagless(make):
    def by_name(operation, n):
        return lambda w, a, k: (make(operation, n)(w, a, k)[0], {})

    return by_name


for name, make, code in (
    ("rol", _rotate, 0),
    ("ror", _rotate, 1),
    ("shl", _shift, 4),
    ("shr", _shift, 5),
    ("sar", _shift, 7),
):
    changes = "c" if make is _rotate else "cpzs"
    unknown = "o" if make is _rotate else "ao"
    for n in (8, 16, 32, 64):
        wide, pre = (0 if n == 8 else 1), PREFIX[n]
        facts = {"timing": "shift", "modes": MODES[n]}
        fixed = {**facts, "flags_written": changes, "flags_undefined": unknown}
        form(name, f"rw:rm{n} r:one", f"M1/{code} {pre}{_hex(0xD0 + wide)}", make(name, n), **fixed)
        form(
            name,
            f"rw:rm{n} r:imm8",
            f"MI/{code} {pre}{_hex(0xC0 + wide)} i8",
            _by_number(make)(name, n),
            **fixed,
        )
        # A count of zero does not change the flags, so they are undefined afterwards.
        form(
            name,
            f"rw:rm{n} r:cl",
            f"M1/{code} {pre}{_hex(0xD2 + wide)}",
            _flagless(make)(name, n),
            flags_undefined=changes + unknown,
            **facts,
        )


def _double(forth, back):
    """Shifts the first operand and fills it with the bits that the second shifts out."""

    def sem(w, a, b, k):
        k = w.concrete(_count(w, k, 32))
        return (
            w.or_(getattr(w, forth)(a, w.const(k, 8), 32), getattr(w, back)(b, w.const(32 - k, 8), 32), 32),
        ), {}

    return sem


# Their flags are not computed: no kernel reads them.
for name, code, forth, back in (("shld", "A4", "shl", "shr"), ("shrd", "AC", "shr", "shl")):
    form(
        name,
        "rw:rm32 r:r32 r:imm8",
        f"MRI 0F {code} i8",
        _double(forth, back),
        timing="shift",
        flags_undefined=ARITH,
    )


for n in (16, 32, 64):

    def tested(w, a, k, n=n):
        return (), {"c": lambda: w.bit(w.shr(a, w.and_(w.extract(k, 0, 8), w.const(n - 1, 8), 8), n), 0)}

    facts = {"flags_written": "c", "flags_undefined": "paso", "modes": MODES[n]}
    # no memory operand with a register number: it can address bits outside the operand
    form("bt", f"r:r{n} r:r{n}", f"MR {PREFIX[n]}0F A3", tested, **facts)
    form("bt", f"r:rm{n} r:imm8", f"MI/4 {PREFIX[n]}0F BA i8", tested, **facts)


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


# -- conditions ------------------------------------------------------------------------------------
def _not1(w, bit):
    return w.xor(bit, w.const(1, 1), 1)


_CONDITIONS = (
    ("o", 0x0, "o", lambda w, o: o),
    ("no", 0x1, "o", _not1),
    ("b", 0x2, "c", lambda w, c: c),
    ("ae", 0x3, "c", _not1),
    ("e", 0x4, "z", lambda w, z: z),
    ("ne", 0x5, "z", _not1),
    ("be", 0x6, "cz", lambda w, c, z: w.or_(c, z, 1)),
    ("a", 0x7, "cz", lambda w, c, z: _not1(w, w.or_(c, z, 1))),
    ("s", 0x8, "s", lambda w, s: s),
    ("ns", 0x9, "s", _not1),
    ("l", 0xC, "so", lambda w, s, o: w.xor(s, o, 1)),
    ("ge", 0xD, "so", lambda w, s, o: _not1(w, w.xor(s, o, 1))),
    ("le", 0xE, "zso", lambda w, z, s, o: w.or_(z, w.xor(s, o, 1), 1)),
    ("g", 0xF, "zso", lambda w, z, s, o: _not1(w, w.or_(z, w.xor(s, o, 1), 1))),
)

for cc, code, read, test in _CONDITIONS:
    # The output of a branch is its condition.
    form(
        "j" + cc,
        "r:rel",
        f"J {_hex(0x70 + code)} 0F {_hex(0x80 + code)}",
        lambda w, *bits, test=test: ((test(w, *bits),), {}),
        flags_read=read,
        timing="branch",
        suffix=False,
    )
    form(
        "set" + cc,
        "w:rm8",
        f"M/0 0F {_hex(0x90 + code)}",
        lambda w, *bits, test=test: ((w.zext(test(w, *bits), 1, 8),), {}),
        flags_read=read,
        suffix=False,
    )
    for n in (16, 32, 64):
        form(
            "cmov" + cc,
            f"rw:r{n} r:rm{n}",
            f"RM {PREFIX[n]}0F {_hex(0x40 + code)}",
            lambda w, a, b, *bits, n=n, test=test: ((w.select(test(w, *bits), b, a, n),), {}),
            flags_read=read,
            isa="cmov",
            cpu="686",
            modes=MODES[n],
            suffix=False,
        )
form("jmp", "r:rel", "J EB E9", lambda w: ((w.const(1, 1),), {}), timing="branch", suffix=False)


# -- stack, control, markers -----------------------------------------------------------------------
def _moves_stack(name):
    """Returns the facts of an instruction that moves the stack pointer."""
    return {"effect": lambda machine, operands: machine.stack_step(name, operands)}


# Kernels only call the next instruction, by which 32-bit code gets its own address.
form(
    "call",
    "r:rel",
    "J - E8",
    lambda w: ((w.const(1, 1),), {}),
    timing="branch",
    suffix=False,
    **_moves_stack("call"),
)
for n, modes in ((32, (32,)), (64, (64,))):
    form("push", f"r:r{n}", "O 50", _copy, timing="store", modes=modes, **_moves_stack("push"))
    form(
        "push",
        f"r:simm8_{n}",
        "I 6A i8",
        _copy,
        timing="store",
        modes=modes,
        att="pushl" if n == 32 else "pushq",
        **_moves_stack("push"),
    )
    form("pop", f"w:r{n}", "O 58", _copy, timing="load", modes=modes, **_moves_stack("pop"))
# refused in every kernel
form("leave", "", "NP C9", lambda w: ((), {}), timing="load", suffix=False, **_moves_stack("leave"))
form("ret", "", "NP C3", lambda w: ((), {}), timing="branch", suffix=False, **_moves_stack("ret"))
form("cld", "", "NP FC", lambda w: ((), {"d": lambda: w.const(0, 1)}), flags_written="d", suffix=False)
form("std", "", "NP FD", lambda w: ((), {"d": lambda: w.const(1, 1)}), flags_written="d", suffix=False)
form(
    "endbr64", "", "NP F3 0F 1E FA", lambda w: ((), {}), timing="none", modes=(64,), cpu="later", suffix=False
)


# -- BMI1 and BMI2 ---------------------------------------------------------------------------------
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
    form(
        "rorx",
        f"w:r{n} r:rm{n} r:imm8",
        f"RMI VEX.L0.F2.0F3A.{W} F0 i8",
        lambda w, a, k, n=n: ((w.ror(a, _count(w, k, n), n),), {}),
        isa="bmi2",
        timing="shift",
        **facts,
    )
    for name, operation, pp in (("shlx", "shl", "66"), ("shrx", "shr", "F2"), ("sarx", "sar", "F3")):
        form(
            name,
            f"w:r{n} r:rm{n} r:r{n}",
            f"RMV VEX.L0.{pp}.0F38.{W} F7",
            lambda w, a, k, n=n, operation=operation: (
                (getattr(w, operation)(a, _count(w, w.extract(k, 0, 8), n), n),),
                {},
            ),
            isa="bmi2",
            timing="shift",
            **facts,
        )
