# SPDX-License-Identifier: MIT
"""Instructions of general registers (Arm ARM, chapter C6). One spelling for each encoding: lsr, not ubfx."""

from .core import form

WIDTHS = (("x", 64, 0x80000000), ("w", 32, 0))


def copy(w, a):
    return (a,), {}


# -- flags -----------------------------------------------------------------------------------------
def _not1(w, bit):
    return w.xor(bit, w.const(1, 1), 1)


def _nz(w, r, n):
    return {"n": lambda: w.bit(r, n - 1), "z": lambda: w.eq(r, w.const(0, n), n)}


def _sub_flags(w, a, b, r, n):
    """Returns the flags of r = a - b. C is the complement of the borrow."""
    return {
        **_nz(w, r, n),
        "c": lambda: _not1(w, w.borrow(a, b, r, n)),
        "v": lambda: w.bit(w.and_(w.xor(a, b, n), w.xor(a, r, n), n), n - 1),
    }


def _logic_flags(w, r, n):
    def zero():
        return w.const(0, 1)

    return {**_nz(w, r, n), "c": zero, "v": zero}


# -- addition and logic ----------------------------------------------------------------------------
def _binary(operation, n, complement=False):
    def sem(w, a, b):
        return (getattr(w, operation)(a, w.not_(b, n) if complement else b, n),), {}

    return sem


def _shifted(sem, shift, n):
    """Returns the meaning with the second operand shifted by a third."""

    def wide(w, a, b, k):
        return sem(w, a, getattr(w, {"lsl": "shl", "lsr": "shr", "ror": "ror"}[shift])(b, k, n))

    return wide


def _subs(n, result=True):
    def sem(w, a, b):
        r = w.sub(a, b, n)
        return (r,) if result else (), _sub_flags(w, a, b, r, n)

    return sem


def _tst(n):
    def sem(w, a, b):
        return (), _logic_flags(w, w.and_(a, b, n), n)

    return sem


def _word(base, wide, more=0):
    return f"{base | wide | more:08X}"


def _bit_count(n):
    return {64: 6, 32: 5}[n]


for x, n, wide in WIDTHS:
    # add and sub of an immediate take the stack pointer, of a register the zero register
    for name, base in (("add", 0x11000000), ("sub", 0x51000000)):
        sem = _binary(name, n)
        form(name, f"w:{x}p r:{x}p r:imm12", f"{_word(base, wide)} d n u12@10", sem)
        form(name, f"w:{x}p r:{x}p r:imm12s", f"{_word(base, wide, 1 << 22)} d n u12@10*4096", sem)
        register = 0x0B000000 | base & 0x40000000
        form(name, f"w:{x} r:{x} r:{x}", f"{_word(register, wide)} d n m", sem)
        for at, shift in enumerate(("lsl", "lsr")):
            enc = f"{_word(register, wide, at << 22)} d n m u6@10"
            form(name, f"w:{x} r:{x} r:{x} r:{shift}{n}", enc, _shifted(sem, shift, n), timing="shift")
    for name, target, result in (("subs", f"w:{x} ", True), ("cmp", "", False)):
        rd, d = (0, "d ") if result else (31, "")
        facts = {"flags_written": "nzcv"}
        form(
            name,
            f"{target}r:{x} r:imm12",
            f"{_word(0x71000000, wide, rd)} {d}n u12@10",
            _subs(n, result),
            **facts,
        )
        form(name, f"{target}r:{x} r:{x}", f"{_word(0x6B000000, wide, rd)} {d}n m", _subs(n, result), **facts)
    for name, base, operation, complement in (
        ("and", 0x0A000000, "and_", False),
        ("bic", 0x0A200000, "and_", True),
        ("orr", 0x2A000000, "or_", False),
        ("orn", 0x2A200000, "or_", True),
        ("eor", 0x4A000000, "xor", False),
        ("eon", 0x4A200000, "xor", True),
    ):
        sem = _binary(operation, n, complement)
        if not complement:
            immediate = 0x12000000 | base & 0x60000000
            form(name, f"w:{x}p r:{x} r:bits{n}", f"{_word(immediate, wide)} d n log{n}", sem)
        form(name, f"w:{x} r:{x} r:{x}", f"{_word(base, wide)} d n m", sem)
        for at, shift in ((0, "lsl"), (1, "lsr"), (3, "ror")):
            enc = f"{_word(base, wide, at << 22)} d n m u6@10"
            form(name, f"w:{x} r:{x} r:{x} r:{shift}{n}", enc, _shifted(sem, shift, n), timing="shift")
    form("tst", f"r:{x} r:bits{n}", f"{_word(0x7200001F, wide)} n log{n}", _tst(n), flags_written="nzcv")
    form("tst", f"r:{x} r:{x}", f"{_word(0x6A00001F, wide)} n m", _tst(n), flags_written="nzcv")


# -- moves, bit fields, byte order -----------------------------------------------------------------
def _movz(n, complement):
    def sem(w, a, k=None):
        value = w.const(a if k is None else a << k, n)
        return (w.not_(value, n) if complement else value,), {}

    return sem


def _movk(n):
    return lambda w, old, a, k=0: ((w.insert(old, w.const(a, 16), k, 16, n),), {})


def _shift_by(operation, n):
    return lambda w, a, k: ((getattr(w, operation)(a, k, n),), {})


def _ubfx(n):
    return lambda w, a, lsb, width: ((w.zext(w.extract(a, lsb, width), width, n),), {})


def _bfi(n):
    return lambda w, old, a, lsb, width: ((w.insert(old, w.extract(a, 0, width), lsb, width, n),), {})


def _bfxil(n):
    return lambda w, old, a, lsb, width: ((w.insert(old, w.extract(a, lsb, width), 0, width, n),), {})


def _extr(n):
    def sem(w, high, low, k):
        return (w.or_(w.shr(low, k, n), w.shl(high, n - k, n), n),), {}

    return sem


def _swap_words(w, a):
    return (w.concat([w.bswap(half, 32) for half in w.lanes(a, 32, 2)], 32),), {}


for x, n, wide in WIDTHS:
    count, half = _bit_count(n), f"half{n}"
    for name, base, complement in (("movz", 0x52800000, False), ("movn", 0x12800000, True)):
        form(name, f"w:{x} r:imm16", f"{_word(base, wide)} d u16@5", _movz(n, complement))
        form(name, f"w:{x} r:imm16 r:{half}", f"{_word(base, wide)} d u16@5 u2@21*16", _movz(n, complement))
    form("movk", f"rw:{x} r:imm16", f"{_word(0x72800000, wide)} d u16@5", _movk(n))
    form("movk", f"rw:{x} r:imm16 r:{half}", f"{_word(0x72800000, wide)} d u16@5 u2@21*16", _movk(n))
    form("mov", f"w:{x} r:{x}", f"{_word(0x2A0003E0, wide)} d m", copy)
    ubfm, bfm = (0xD3400000, 0xB3400000) if n == 64 else (0x53000000, 0x33000000)
    facts = {"timing": "shift"}
    form("lsl", f"w:{x} r:{x} r:to{n}", f"{ubfm:08X} d n lsl{n}", _shift_by("shl", n), **facts)
    form(
        "lsr",
        f"w:{x} r:{x} r:to{n}",
        f"{ubfm | (n - 1) << 10:08X} d n u{count}@16",
        _shift_by("shr", n),
        **facts,
    )
    fields = f"r:bit{n} r:count{n}"
    form("ubfx", f"w:{x} r:{x} {fields}", f"{ubfm:08X} d n lsb{n} width{n}", _ubfx(n), **facts)
    form("bfi", f"rw:{x} r:{x} r:to{n} r:count{n}", f"{bfm:08X} d n to{n} into{n}", _bfi(n), **facts)
    form("bfxil", f"rw:{x} r:{x} {fields}", f"{bfm:08X} d n lsb{n} width{n}", _bfxil(n), **facts)
    extr = 0x93C00000 if n == 64 else 0x13800000
    form("extr", f"w:{x} r:{x} r:{x} r:to{n}", f"{extr:08X} d n m u6@10", _extr(n), **facts)
    form("ror", f"w:{x} r:{x} r:to{n}", f"{extr:08X} d r u6@10", _shift_by("ror", n), **facts)
    rev = 0xDAC00C00 if n == 64 else 0x5AC00800
    form("rev", f"w:{x} r:{x}", f"{rev:08X} d n", lambda w, a, n=n: ((w.bswap(a, n),), {}))
form("rev32", "w:x r:x", "DAC00800 d n", _swap_words)


# -- branches, landing pads ------------------------------------------------------------------------
# The output of a branch is its condition.
_CONDITIONS = (
    ("eq", 0, "z", lambda w, z: z),
    ("ne", 1, "z", _not1),
    ("hs", 2, "c", lambda w, c: c),
    ("lo", 3, "c", _not1),
    ("mi", 4, "n", lambda w, n: n),
    ("pl", 5, "n", _not1),
    ("vs", 6, "v", lambda w, v: v),
    ("vc", 7, "v", _not1),
    ("hi", 8, "cz", lambda w, c, z: w.and_(c, _not1(w, z), 1)),
    ("ls", 9, "cz", lambda w, c, z: w.or_(_not1(w, c), z, 1)),
    ("ge", 10, "nv", lambda w, n, v: _not1(w, w.xor(n, v, 1))),
    ("lt", 11, "nv", lambda w, n, v: w.xor(n, v, 1)),
    ("gt", 12, "nzv", lambda w, n, z, v: _not1(w, w.or_(z, w.xor(n, v, 1), 1))),
    ("le", 13, "nzv", lambda w, n, z, v: w.or_(z, w.xor(n, v, 1), 1)),
)
for condition, code, read, test in _CONDITIONS:
    form(
        f"b.{condition}",
        "r:rel",
        f"{0x54000000 | code:08X} b19",
        lambda w, *bits, test=test: ((test(w, *bits),), {}),
        flags_read=read,
        timing="branch",
    )
form("b", "r:rel", "14000000 b26", lambda w: ((w.const(1, 1),), {}), timing="branch")
for x, n, wide in WIDTHS:
    form(
        "cbz",
        f"r:{x} r:rel",
        f"{_word(0x34000000, wide)} d b19",
        lambda w, a, n=n: ((w.eq(a, w.const(0, n), n),), {}),
        timing="branch",
    )
    form(
        "cbnz",
        f"r:{x} r:rel",
        f"{_word(0x35000000, wide)} d b19",
        lambda w, a, n=n: ((_not1(w, w.eq(a, w.const(0, n), n)),), {}),
        timing="branch",
    )
form("ret", "", "D65F03C0", None, timing="branch", effect=lambda machine, operands: machine.ret())
form("adr", "w:x r:label", "10000000 d adr", copy)
form("hint", "r:hint", "D503201F u7@5", lambda w, a: ((), {}), timing="none")
form("nop", "", "D503201F", lambda w: ((), {}), timing="none")
