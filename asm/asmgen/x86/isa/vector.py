# SPDX-License-Identifier: MIT
"""MMX, SSE and SHA instructions (Intel SDM volume 2). avx.py and avx512.py use the meanings, too."""

from . import flags as fl
from .core import form


def copy(w, a):
    return (a,), {}


def none(w):
    return (), {}


VEC = {"suffix": False, "cpu": "later"}
MMX = {"suffix": False, "cpu": "mmx", "isa": "mmx"}
SSE2 = {**VEC, "isa": "sse2"}
ALIGNED = {"aligned": True}  # legacy memory operands of 16 bytes must be aligned

# -- moves -----------------------------------------------------------------------------------------
for name, isa, pre, load, store in (
    ("movaps", "sse", "", "28", "29"),
    ("movups", "sse", "", "10", "11"),
    ("movdqa", "sse2", "66 ", "6F", "7F"),
    ("movdqu", "sse2", "F3 ", "6F", "7F"),
):
    facts = {**VEC, "isa": isa, "aligned": "a" in name[3:]}
    form(name, "w:x r:xm128", f"RM {pre}0F {load}", copy, timing="vec", **facts)
    form(name, "w:m128 r:x", f"MR {pre}0F {store}", copy, timing="store", **facts)
form("movd", "w:x r:rm32", "RM 66 0F 6E", lambda w, a: ((w.zext(a, 32, 128),), {}), **SSE2)
form("movd", "w:rm32 r:x", "MR 66 0F 7E", lambda w, a: ((w.extract(a, 0, 32),), {}), **SSE2)
form("movd", "w:mm r:rm32", "RM 0F 6E", lambda w, a: ((w.zext(a, 32, 64),), {}), **MMX)
form("movd", "w:rm32 r:mm", "MR 0F 7E", lambda w, a: ((w.extract(a, 0, 32),), {}), **MMX)
form("movq", "w:mm r:mmm64", "RM 0F 6F", copy, **MMX)
form("movq", "w:m64 r:mm", "MR 0F 7F", copy, **MMX)
form("movq", "w:x r:xm64", "RM F3 0F 7E", lambda w, a: ((w.zext(w.extract(a, 0, 64), 64, 128),), {}), **SSE2)
form("movq", "w:m64 r:x", "MR 66 0F D6", lambda w, a: ((w.extract(a, 0, 64),), {}), **SSE2)
form("movq", "w:x r:r64", "RM W 66 0F 6E", lambda w, a: ((w.zext(a, 64, 128),), {}), modes=(64,), **SSE2)
form("movq", "w:r64 r:x", "MR W 66 0F 7E", lambda w, a: ((w.extract(a, 0, 64),), {}), modes=(64,), **SSE2)
form("movq2dq", "w:x r:mm", "RM F3 0F D6", lambda w, a: ((w.zext(a, 64, 128),), {}), **SSE2)
form(
    "movhps", "rw:x r:m64", "RM 0F 16", lambda w, a, b: ((w.insert(a, b, 64, 64, 128),), {}), isa="sse", **VEC
)
form("movhps", "w:m64 r:x", "MR 0F 17", lambda w, a: ((w.extract(a, 64, 64),), {}), isa="sse", **VEC)
form("emms", "", "NP 0F 77", none, **MMX)


# -- bitwise and lane arithmetic -------------------------------------------------------------------
def bitwise(operation, n):
    return lambda w, a, b: ((getattr(w, operation)(a, b, n),), {})


def andnot(n):
    return lambda w, a, b: ((w.and_(w.not_(a, n), b, n),), {})


def lane_by_lane(operation, lane, n):
    def sem(w, a, b):
        pairs = zip(w.lanes(a, lane, n // lane), w.lanes(b, lane, n // lane))
        return (w.concat([getattr(w, operation)(x, y, lane) for x, y in pairs], lane),), {}

    return sem


def equal(lane, n):
    def sem(w, a, b):
        pairs = zip(w.lanes(a, lane, n // lane), w.lanes(b, lane, n // lane))
        same = [w.sext(w.eq(x, y, lane), 1, lane) for x, y in pairs]
        return (w.concat(same, lane),), {}

    return sem


def greater(lane, n):
    """Compares signed lanes: all ones where a > b, that is where b - a is negative."""

    def sem(w, a, b):
        over = []
        for x, y in zip(w.lanes(a, lane, n // lane), w.lanes(b, lane, n // lane)):
            flags = fl.sub(w, y, x, w.sub(y, x, lane), lane)
            over.append(w.sext(w.xor(flags["s"](), flags["o"](), 1), 1, lane))
        return (w.concat(over, lane),), {}

    return sem


def lane_shift(operation, lane, n):
    def sem(w, a, k):
        count = min(w.concrete(k), lane - (operation == "sar"))
        if count == lane:
            return (w.const(0, n),), {}
        shifted = [getattr(w, operation)(x, w.const(count, 8), lane) for x in w.lanes(a, lane, n // lane)]
        return (w.concat(shifted, lane),), {}

    return sem


def lane_shift_by_lane(operation, lane, n):
    """Shifts each lane by the count in the same lane of the second vector. Counts of `lane` or more give 0."""

    def sem(w, a, counts):
        shifted = []
        for x, k in zip(w.lanes(a, lane, n // lane), w.lanes(counts, lane, n // lane)):
            small = w.extract(k, 0, lane.bit_length() - 1)
            within = w.eq(
                w.extract(k, lane.bit_length() - 1, lane - lane.bit_length() + 1), w.const(0, lane), lane
            )
            shifted.append(w.select(within, getattr(w, operation)(x, small, lane), w.const(0, lane), lane))
        return (w.concat(shifted, lane),), {}

    return sem


for name, code, make in (
    ("pand", "DB", lambda n: bitwise("and_", n)),
    ("pandn", "DF", andnot),
    ("por", "EB", lambda n: bitwise("or_", n)),
    ("pxor", "EF", lambda n: bitwise("xor", n)),
    ("paddb", "FC", lambda n: lane_by_lane("add", 8, n)),
    ("paddw", "FD", lambda n: lane_by_lane("add", 16, n)),
    ("paddd", "FE", lambda n: lane_by_lane("add", 32, n)),
    ("psubd", "FA", lambda n: lane_by_lane("sub", 32, n)),
    ("pcmpeqb", "74", lambda n: equal(8, n)),
    ("pcmpeqd", "76", lambda n: equal(32, n)),
    ("pcmpgtd", "66", lambda n: greater(32, n)),
):
    form(name, "rw:mm r:mmm64", f"RM 0F {code}", make(64), timing="vec", **MMX)
    form(name, "rw:x r:xm128", f"RM 66 0F {code}", make(128), timing="vec", **SSE2, **ALIGNED)
form(
    "pmovmskb",
    "w:r32 r:x",
    "RM 66 0F D7",
    lambda w, a: ((w.zext(w.concat([w.bit(a, i) for i in range(7, 128, 8)], 1), 16, 32),), {}),
    timing="vec",
    **SSE2,
)
form("paddq", "rw:x r:xm128", "RM 66 0F D4", lane_by_lane("add", 64, 128), timing="vec", **SSE2, **ALIGNED)
for name, code, digit, operation, lane in (
    ("psrlw", "71", 2, "shr", 16),
    ("psllw", "71", 6, "shl", 16),
    ("psrld", "72", 2, "shr", 32),
    ("pslld", "72", 6, "shl", 32),
    ("psrlq", "73", 2, "shr", 64),
    ("psllq", "73", 6, "shl", 64),
):
    form(
        name,
        "rw:mm r:imm8",
        f"MI/{digit} 0F {code} i8",
        lane_shift(operation, lane, 64),
        timing="vecshift",
        **MMX,
    )
    form(
        name,
        "rw:x r:imm8",
        f"MI/{digit} 66 0F {code} i8",
        lane_shift(operation, lane, 128),
        timing="vecshift",
        **SSE2,
    )


def byte_shift(left):
    """Shifts a 128-bit register by bytes. Wider registers shift each 128-bit lane."""

    def sem(w, a, k):
        count, zero = min(w.concrete(k), 16), w.const(0, 8)
        parts = w.lanes(a, 8, 16)
        parts = ([zero] * count + parts)[:16] if left else (parts + [zero] * count)[-16:]
        return (w.concat(parts, 8),), {}

    return sem


for name, digit, left in (("psrldq", 3, False), ("pslldq", 7, True)):
    form(name, "rw:x r:imm8", f"MI/{digit} 66 0F 73 i8", byte_shift(left), timing="vec", **SSE2)


# -- shuffles --------------------------------------------------------------------------------------
def pshufd(w, a, order):
    lanes, order = w.lanes(a, 32, 4), w.concrete(order)
    return (w.concat([lanes[(order >> (2 * i)) & 3] for i in range(4)], 32),), {}


def pshufw(w, a, order):
    lanes, order = w.lanes(a, 16, 4), w.concrete(order)
    return (w.concat([lanes[order >> (2 * i) & 3] for i in range(4)], 16),), {}


def pshuf_words(high):
    """pshufhw and pshuflw: shuffles the words of one half and keeps the other."""

    def sem(w, a, order):
        halves = w.lanes(a, 64, 2)
        (halves[high],), _ = pshufw(w, halves[high], order)
        return (w.concat(halves, 64),), {}

    return sem


def shufpd(w, a, b, pick):
    pick = w.concrete(pick)
    return (
        w.concat([w.extract(source, 64 * (pick >> at & 1), 64) for at, source in enumerate((a, b))], 64),
    ), {}


def unpack(lane, high):
    def sem(w, a, b):
        count = 128 // lane
        x, y = w.lanes(a, lane, count), w.lanes(b, lane, count)
        start = count // 2 if high else 0
        mixed = [v for i in range(start, start + count // 2) for v in (x[i], y[i])]
        return (w.concat(mixed, lane),), {}

    return sem


def pshufb(w, a, mask):
    source = w.lanes(a, 8, 16)
    return (w.concat([w.pick(source, index) for index in w.lanes(mask, 8, 16)], 8),), {}


def palignr(w, a, b, count):
    both = w.lanes(b, 8, 16) + w.lanes(a, 8, 16) + [w.const(0, 8)] * 256
    count = w.concrete(count)
    return (w.concat(both[count : count + 16], 8),), {}


def insert_dword(w, a, part, at):
    return (w.insert(a, part, 32 * (w.concrete(at) & 3), 32, 128),), {}


def extract_dword(w, a, at):
    return (w.extract(a, 32 * (w.concrete(at) & 3), 32),), {}


def extract_narrow(lane):
    """pextrw and pextrb: zero-extends a lane to 32 bits."""

    def sem(w, a, at):
        place = lane * (w.concrete(at) % (128 // lane))
        return (w.zext(w.extract(a, place, lane), lane, 32),), {}

    return sem


form("pextrw", "w:r32 r:x r:imm8", "RMI 66 0F C5 i8", extract_narrow(16), timing="vec", **SSE2)
form("pextrb", "w:r32 r:x r:imm8", "MRI 66 0F 3A 14 i8", extract_narrow(8), isa="sse41", timing="vec", **VEC)
form("pinsrd", "rw:x r:rm32 r:imm8", "RMI 66 0F 3A 22 i8", insert_dword, isa="sse41", timing="vec", **VEC)
form("pextrd", "w:rm32 r:x r:imm8", "MRI 66 0F 3A 16 i8", extract_dword, isa="sse41", timing="vec", **VEC)
form("pshufd", "w:x r:xm128 r:imm8", "RMI 66 0F 70 i8", pshufd, timing="vec", **SSE2, **ALIGNED)
form("pshufw", "w:mm r:mmm64 r:imm8", "RMI 0F 70 i8", pshufw, isa="sse", timing="vec", **VEC)
form("shufpd", "rw:x r:xm128 r:imm8", "RMI 66 0F C6 i8", shufpd, timing="vec", **SSE2, **ALIGNED)
for name, prefix, high in (("pshuflw", "F2", False), ("pshufhw", "F3", True)):
    form(
        name,
        "w:x r:xm128 r:imm8",
        f"RMI {prefix} 0F 70 i8",
        pshuf_words(high),
        timing="vec",
        **SSE2,
        **ALIGNED,
    )
for name, code, lane, high in (
    ("punpcklbw", "60", 8, False),
    ("punpckhbw", "68", 8, True),
    ("punpcklwd", "61", 16, False),
    ("punpckhwd", "69", 16, True),
    ("punpckldq", "62", 32, False),
    ("punpckhdq", "6A", 32, True),
    ("punpcklqdq", "6C", 64, False),
    ("punpckhqdq", "6D", 64, True),
):
    form(name, "rw:x r:xm128", f"RM 66 0F {code}", unpack(lane, high), timing="vec", **SSE2, **ALIGNED)
form("pshufb", "rw:x r:xm128", "RM 66 0F 38 00", pshufb, isa="ssse3", timing="vec", **VEC, **ALIGNED)
form(
    "palignr",
    "rw:x r:xm128 r:imm8",
    "RMI 66 0F 3A 0F i8",
    palignr,
    isa="ssse3",
    timing="vec",
    **VEC,
    **ALIGNED,
)


# -- SHA extensions (words are numbered from the top lane, as the manual does) ---------------------
def _words(w, a):
    return w.lanes(a, 32, 4)[::-1]


def _joined(w, words):
    return w.concat(words[::-1], 32)


def _rol(w, a, k):
    return w.rol(a, w.const(k, 8), 32)


def _xor(w, *words):
    total = words[0]
    for other in words[1:]:
        total = w.xor(total, other, 32)
    return total


_CHOOSE = {
    0: lambda w, b, c, d: w.xor(w.and_(b, c, 32), w.and_(w.not_(b, 32), d, 32), 32),
    1: lambda w, b, c, d: _xor(w, b, c, d),
    2: lambda w, b, c, d: _xor(w, w.and_(b, c, 32), w.and_(b, d, 32), w.and_(c, d, 32)),
    3: lambda w, b, c, d: _xor(w, b, c, d),
}
_K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)  # FIPS 180-4 section 4.2.1


def _rnds4(w, state, words, group):
    group = w.concrete(group) & 3
    a, b, c, d = _words(w, state)
    e = w.const(0, 32)
    for i, word in enumerate(_words(w, words)):
        total = w.add(_rol(w, a, 5), _CHOOSE[group](w, b, c, d), 32)
        total = w.add(w.add(total, word, 32), w.const(_K[group], 32), 32)
        total = w.add(total, e, 32)
        a, b, c, d, e = total, a, _rol(w, b, 30), c, d
    return (_joined(w, [a, b, c, d]),), {}


def _nexte(w, state, words):
    a, rest = _words(w, state)[0], _words(w, words)
    return (_joined(w, [w.add(rest[0], _rol(w, a, 30), 32)] + rest[1:]),), {}


def _msg1(w, x, y):
    w0, w1, w2, w3 = _words(w, x)
    w4, w5 = _words(w, y)[:2]
    return (_joined(w, [_xor(w, w2, w0), _xor(w, w3, w1), _xor(w, w4, w2), _xor(w, w5, w3)]),), {}


def _msg2(w, x, y):
    x0, x1, x2, x3 = _words(w, x)
    _, w13, w14, w15 = _words(w, y)
    w16 = _rol(w, _xor(w, x0, w13), 1)
    return (
        _joined(
            w, [w16, _rol(w, _xor(w, x1, w14), 1), _rol(w, _xor(w, x2, w15), 1), _rol(w, _xor(w, x3, w16), 1)]
        ),
    ), {}


SHA = {**VEC, **ALIGNED, "isa": "shani", "timing": "sha"}
form("sha1rnds4", "rw:x r:xm128 r:imm8", "RMI 0F 3A CC i8", _rnds4, **SHA)
form("sha1nexte", "rw:x r:xm128", "RM 0F 38 C8", _nexte, **SHA)
form("sha1msg1", "rw:x r:xm128", "RM 0F 38 C9", _msg1, **SHA)
form("sha1msg2", "rw:x r:xm128", "RM 0F 38 CA", _msg2, **SHA)
