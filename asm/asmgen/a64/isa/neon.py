# SPDX-License-Identifier: MIT
"""NEON instructions (Arm ARM, chapter C7). Only shapes of 128 bits, but for the .2s of add."""

from .core import form
from .integer import copy

VEC = {"timing": "vec"}
SHIFT = {"timing": "vecshift"}
SIZES = (("b16", 8, 0), ("h8", 16, 1), ("s4", 32, 2), ("d2", 64, 3))  # shape, bits of a lane, size field


def by_lanes(operation, lane, n=128):
    """Returns the meaning that applies operation(w, a, b, bits of a lane) to each pair of lanes."""

    def sem(w, a, b):
        pairs = zip(w.lanes(a, lane, n // lane), w.lanes(b, lane, n // lane))
        return (w.concat([operation(w, x, y, lane) for x, y in pairs], lane),), {}

    return sem


def _add(w, a, b, n):
    return w.add(a, b, n)


# -- moves and constants ---------------------------------------------------------------------------
def _repeated(n, count):
    return lambda w, a: ((w.concat([w.extract(a, 0, n)] * count, n),), {})


def _movi(w, a, k=0):
    return (w.concat([w.const(a << k, 32)] * 4, 32),), {}


form(
    "movi", "w:b16 r:imm8", "4F00E400 d imm8", lambda w, a: ((w.concat([w.const(a, 8)] * 16, 8),), {}), **VEC
)
form("movi", "w:s4 r:imm8", "4F000400 d imm8", _movi, **VEC)
form("movi", "w:s4 r:imm8 r:byte", "4F000400 d imm8 u2@13*8", _movi, **VEC)
form("movi", "w:d2 r:zero", "6F00E400 d -", lambda w, a: ((w.const(0, 128),), {}), **VEC)
form("mov", "w:b16 r:b16", "4EA01C00 d r", copy, **VEC)
for shape, n, size in SIZES:
    letter, general, five = shape[0], "x" if n == 64 else "w", 1 << size << 16
    dup = _repeated(n, 128 // n)
    form("dup", f"w:{shape} r:lane_{letter}", f"4E000400 d lane{n}@16n", dup, **VEC)
    form("dup", f"w:{shape} r:{general}", f"{0x4E000C00 | five:08X} d n", dup, **VEC)

    def low(w, a, n=n):
        return (w.extract(a, 0, n),), {}

    def widened(w, a, n=n):
        return (w.zext(a, n, max(n, 32)),), {}

    form("ins", f"w:lane_{letter} r:{general}", f"4E001C00 lane{n}@16d n", low, **VEC)
    form("ins", f"w:lane_{letter} r:lane_{letter}", f"6E000400 lane{n}@16d lane{n}@11n", copy, **VEC)
    wide = 0x4E003C00 if n == 64 else 0x0E003C00
    form("umov", f"w:{general} r:lane_{letter}", f"{wide:08X} d lane{n}@16n", widened, **VEC)
for scalar, general, into, back in (("s", "w", "1E270000", "1E260000"), ("d", "x", "9E670000", "9E660000")):
    form("fmov", f"w:{scalar} r:{general}", f"{into} d n", copy, **VEC)
    form("fmov", f"w:{general} r:{scalar}", f"{back} d n", copy, **VEC)


# -- bitwise ---------------------------------------------------------------------------------------
def _bitwise(operation, complement=False):
    def sem(w, a, b):
        return (getattr(w, operation)(a, w.not_(b, 128) if complement else b, 128),), {}

    return sem


def _insert_bits(w, old, new, mask):
    return w.xor(old, w.and_(w.xor(old, new, 128), mask, 128), 128)


for name, code, sem in (
    ("and", 0x4E201C00, _bitwise("and_")),
    ("bic", 0x4E601C00, _bitwise("and_", True)),
    ("orr", 0x4EA01C00, _bitwise("or_")),
    ("orn", 0x4EE01C00, _bitwise("or_", True)),
    ("eor", 0x6E201C00, _bitwise("xor")),
):
    form(name, "w:b16 r:b16 r:b16", f"{code:08X} d n m", sem, **VEC)
for name, code, sem in (  # the first operand chooses, or keeps what the third does not choose
    ("bsl", 0x6E601C00, lambda w, d, n, m: ((_insert_bits(w, m, n, d),), {})),
    ("bit", 0x6EA01C00, lambda w, d, n, m: ((_insert_bits(w, d, n, m),), {})),
    ("bif", 0x6EE01C00, lambda w, d, n, m: ((_insert_bits(w, n, d, m),), {})),
):
    form(name, "rw:b16 r:b16 r:b16", f"{code:08X} d n m", sem, **VEC)


# -- lanes -----------------------------------------------------------------------------------------
def _test_bits(w, a, b, n):
    return w.sext(w.xor(w.eq(w.and_(a, b, n), w.const(0, n), n), w.const(1, 1), 1), 1, n)


def _pairs(n):
    def sem(w, a, b):
        lanes = w.lanes(a, n, 128 // n) + w.lanes(b, n, 128 // n)
        return (w.concat([w.add(x, y, n) for x, y in zip(lanes[::2], lanes[1::2])], n),), {}

    return sem


for shape, n, size in SIZES:
    operands = f"w:{shape} r:{shape} r:{shape}"
    form("add", operands, f"{0x4E208400 | size << 22:08X} d n m", by_lanes(_add, n), **VEC)
    form("cmtst", operands, f"{0x4E208C00 | size << 22:08X} d n m", by_lanes(_test_bits, n), **VEC)
    form("addp", operands, f"{0x4E20BC00 | size << 22:08X} d n m", _pairs(n), **VEC)
form("add", "w:s2 r:s2 r:s2", "0EA08400 d n m", by_lanes(_add, 32, 64), **VEC)
form("addp", "w:d r:d2", "5EF1B800 d n", lambda w, a: ((w.add(*w.lanes(a, 64, 2), 64),), {}), **VEC)


def _shift(operation, n):
    def sem(w, a, k):
        if k == n:
            return (w.const(0, 128),), {}
        return (w.concat([getattr(w, operation)(x, k, n) for x in w.lanes(a, n, 128 // n)], n),), {}

    return sem


def _sri(n):
    def sem(w, old, a, k):
        lanes = zip(w.lanes(old, n, 128 // n), w.lanes(a, n, 128 // n))
        return (
            w.concat(
                [x if k == n else w.insert(x, w.extract(y, k, n - k), 0, n - k, n) for x, y in lanes], n
            ),
        ), {}

    return sem


def _sli(n):
    def sem(w, old, a, k):
        lanes = zip(w.lanes(old, n, 128 // n), w.lanes(a, n, 128 // n))
        return (w.concat([w.insert(x, w.extract(y, 0, n - k), k, n - k, n) for x, y in lanes], n),), {}

    return sem


for shape, n, size in SIZES:
    left, right = f"e{size + 3}@16", f"c{size + 4}@16"
    form("shl", f"w:{shape} r:{shape} r:left{n}", f"4F005400 d n {left}", _shift("shl", n), **SHIFT)
    form("ushr", f"w:{shape} r:{shape} r:right{n}", f"6F000400 d n {right}", _shift("shr", n), **SHIFT)
    form("sli", f"rw:{shape} r:{shape} r:left{n}", f"6F005400 d n {left}", _sli(n), **SHIFT)
    form("sri", f"rw:{shape} r:{shape} r:right{n}", f"6F004400 d n {right}", _sri(n), **SHIFT)


# -- permutations ----------------------------------------------------------------------------------
def _ext(w, a, b, k):
    return (w.concat((w.lanes(a, 8, 16) + w.lanes(b, 8, 16))[k : k + 16], 8),), {}


def _zip(n, half):
    def sem(w, a, b):
        count = 128 // n
        x, y = w.lanes(a, n, count), w.lanes(b, n, count)
        first = half * count // 2
        return (w.concat([v for i in range(first, first + count // 2) for v in (x[i], y[i])], n),), {}

    return sem


def _uzp(n, odd):
    return lambda w, a, b: ((w.concat((w.lanes(a, n, 128 // n) + w.lanes(b, n, 128 // n))[odd::2], n),), {})


def _trn(n, odd):
    def sem(w, a, b):
        x, y = w.lanes(a, n, 128 // n), w.lanes(b, n, 128 // n)
        return (w.concat([v for i in range(odd, 128 // n, 2) for v in (x[i], y[i])], n),), {}

    return sem


def _tbl(count):
    """Looks up bytes in count registers. An index beyond them gives 0."""
    width = 4 + count.bit_length() - 1

    def sem(w, *inputs):
        *table, indices = inputs
        table = [byte for register in table for byte in w.lanes(register, 8, 16)]
        found = []
        for index in w.lanes(indices, 8, 16):
            chosen = w.lookup(table, w.extract(index, 0, width), 8)
            inside = w.eq(w.extract(index, width, 8 - width), w.const(0, 8 - width), 8 - width)
            found.append(w.select(inside, chosen, w.const(0, 8), 8))
        return (w.concat(found, 8),), {}

    return sem


form("ext", "w:b16 r:b16 r:b16 r:index16", "6E000000 d n m u4@11", _ext, **VEC)
form("tbl", "w:b16 r:list r:b16", "4E000000 d n m", _tbl(1), **VEC)
form("tbl", "w:b16 r:list r:more r:more r:more r:b16", "4E006000 d n - - - m", _tbl(4), **VEC)
for shape, n, size in SIZES:
    for name, code, make in (("zip", 0x3800, _zip), ("uzp", 0x1800, _uzp), ("trn", 0x2800, _trn)):
        for second in (0, 1):
            word = 0x4E000000 | size << 22 | code | second << 14
            form(
                f"{name}{second + 1}",
                f"w:{shape} r:{shape} r:{shape}",
                f"{word:08X} d n m",
                make(n, second),
                **VEC,
            )
form(
    "rev32",
    "w:b16 r:b16",
    "6E200800 d n",
    lambda w, a: ((w.concat([w.bswap(x, 32) for x in w.lanes(a, 32, 4)], 32),), {}),
    **VEC,
)
