# SPDX-License-Identifier: MIT
"""AVX-512 instructions. Encodings: Intel SDM volume 2.

The forms are for 64-bit code. Those of xmm and ymm registers that VEX has as well are for registers above
15. The only mask is one that clears elements (kind "kz").
"""

from . import vector as v
from .avx import by_halves
from .core import form

EVEX = {"suffix": False, "cpu": "later", "isa": "avx512f", "modes": (64,)}


def _ternlog(n):
    """vpternlog: each result bit is bit 4a + 2b + c of the table. It is computed as the low half of the
    table, and where a is 1 xored with the difference of the two halves."""

    def half(w, b, c, table):
        """Returns the function of b and c with this table of 4 bits, as a polynomial; None is 0."""
        if table == 14:
            return w.or_(b, c, n)
        total = None
        for wanted, term in (
            ((table ^ table >> 1) & 1, lambda: c),
            ((table ^ table >> 2) & 1, lambda: b),
            ((0x6996 >> table) & 1, lambda: w.and_(b, c, n)),
            (table & 1, lambda: w.const((1 << n) - 1, n)),
        ):
            if wanted:
                total = term() if total is None else w.xor(total, term(), n)
        return total

    def sem(w, a, b, c, table):
        table = w.concrete(table)
        low, high = table & 15, table >> 4
        if high == 15 and low:  # what is written as an or stays one
            return (w.or_(a, half(w, b, c, low), n),), {}
        low, change = half(w, b, c, low), half(w, b, c, low ^ high)
        if change is not None:
            change = w.and_(a, change, n)
            low = change if low is None else w.xor(low, change, n)
        return (w.const(0, n) if low is None else low,), {}

    return sem


def _permute(n):
    """vpermb and vpermi2b: each byte of the result is the byte of the tables with that number."""

    def sem(w, order, *tables):
        source = [part for table in tables for part in w.lanes(table, 8, n // 8)]
        bits = len(source).bit_length() - 1
        return (
            w.concat(
                [w.lookup(source, w.extract(pick, 0, bits), 8) for pick in w.lanes(order, 8, n // 8)], 8
            ),
        ), {}

    return sem


def _affine(n):
    """vgf2p8affineqb: bit i of each byte is the parity of (byte & byte 7 - i of its quadword's matrix),
    xor bit i of the constant. All bytes are computed at once."""
    low = int.from_bytes(b"\1" * (n // 8), "little")  # 1 in every byte
    first = int.from_bytes((b"\xff" + bytes(7)) * (n // 64), "little")  # of every quadword

    def sem(w, a, matrices, constant):
        total = w.const(w.concrete(constant) * low, n)
        for i in range(8):
            one = w.and_(w.shr(matrices, w.const(8 * (7 - i), 16), n), w.const(first, n), n)
            for shift in (8, 16, 32):  # to all bytes of the quadword
                one = w.xor(one, w.shl(one, w.const(shift, 16), n), n)
            bits = w.and_(a, one, n)
            total = w.xor(total, w.shl(w.odd_bytes(bits, n), w.const(i, 16), n), n)
        return (total,), {}

    return sem


def _rotate(lane, n):
    def sem(w, a, count):
        count = w.const(w.concrete(count) % lane, 8)
        return (w.concat([w.rol(x, count, lane) for x in w.lanes(a, lane, n // lane)], lane),), {}

    return sem


def _rotate_and_clear(lane, n):
    """A rotation whose result is 0 in the elements that the mask, a number that is known, lacks."""
    rotate = _rotate(lane, n)

    def sem(w, mask, a, count):
        mask = w.concrete(mask)
        (result,), _ = rotate(w, a, count)
        kept = [
            x if mask >> i & 1 else w.const(0, lane) for i, x in enumerate(w.lanes(result, lane, n // lane))
        ]
        return (w.concat(kept, lane),), {}

    return sem


def _rotate_each(n):
    """vprorvd: rotates each dword right by the low five bits of the dword in the other vector."""

    def sem(w, a, counts):
        pairs = zip(w.lanes(a, 32, n // 32), w.lanes(counts, 32, n // 32))
        return (w.concat([w.ror(x, w.extract(k, 0, 5), 32) for x, k in pairs], 32),), {}

    return sem


for name, pp, aligned in (("vmovdqa64", "66", True), ("vmovdqu64", "F3", False)):
    facts = {**EVEX, "aligned": aligned}
    form(name, "w:z r:zm512", f"RM EVEX.L2.{pp}.0F.W1 6F", v.copy, timing="vec", **facts)
    form(name, "w:m512 r:z", f"MR EVEX.L2.{pp}.0F.W1 7F", v.copy, timing="store", **facts)
form("vpxorq", "w:z r:z r:zm512", "RVM EVEX.L2.66.0F.W1 EF", v.bitwise("xor", 512), timing="vec", **EVEX)
form(
    "vpternlogq",
    "rw:z r:z r:zm512 r:imm8",
    "RVMI EVEX.L2.66.0F3A.W1 25 i8",
    _ternlog(512),
    timing="vec",
    **EVEX,
)
for name, operands, code, digit, meaning in (
    ("vprolq", "w:z r:z", "W1 72", 1, _rotate(64, 512)),
    ("vprold", "w:z r:z", "W0 72", 1, _rotate(32, 512)),
    ("vpslld", "w:z r:z", "W0 72", 6, v.lane_shift("shl", 32, 512)),
    ("vpsrad", "w:z r:z", "W0 72", 4, v.lane_shift("sar", 32, 512)),
    ("vpsrlq", "w:z r:zm512", "W1 73", 2, v.lane_shift("shr", 64, 512)),
    ("vpsllq", "w:z r:zm512", "W1 73", 6, v.lane_shift("shl", 64, 512)),
):
    form(
        name, f"{operands} r:imm8", f"VMI/{digit} EVEX.L2.66.0F.{code} i8", meaning, timing="vecshift", **EVEX
    )
for name, source, code, lane in (
    ("vpbroadcastd", "xm32", "W0 58", 32),
    ("vpbroadcastq", "xm64", "W1 59", 64),
):
    form(
        name,
        f"w:z r:{source}",
        f"RM EVEX.L2.66.0F38.{code}",
        lambda w, a, lane=lane: ((w.concat([w.extract(a, 0, lane)] * (512 // lane), lane),), {}),
        timing="vec",
        **EVEX,
    )
for name, code, operation, commutes in (
    ("vpaddd", "0F.W0 FE", v.lane_by_lane("add", 32, 512), True),
    *(
        (f"v{base}", f"0F.{code}", by_halves(v.unpack(lane, high), 512, 2), False)
        for base, code, lane, high in (
            ("punpckldq", "W0 62", 32, False),
            ("punpckhdq", "W0 6A", 32, True),
            ("punpcklqdq", "W1 6C", 64, False),
            ("punpckhqdq", "W1 6D", 64, True),
        )
    ),
):
    form(
        name, "w:z r:z r:zm512", f"RVM EVEX.L2.66.{code}", operation, timing="vec", commutes=commutes, **EVEX
    )
form(
    "vinserti32x4",
    "w:z r:z r:xm128 r:imm8",
    "RVMI EVEX.L2.66.0F3A.W0 38 i8",
    lambda w, a, b, at: ((w.insert(a, b, 128 * (w.concrete(at) & 3), 128, 512),), {}),
    timing="vec",
    **EVEX,
)
form(
    "vinserti64x4",
    "w:z r:z r:ym256 r:imm8",
    "RVMI EVEX.L2.66.0F3A.W1 3A i8",
    lambda w, a, b, at: ((w.insert(a, b, 256 * (w.concrete(at) & 1), 256, 512),), {}),
    timing="vec",
    **EVEX,
)


def _shuffle_lanes(w, a, b, order):
    """vshufi32x4: two 128-bit lanes of the first vector, then two of the second."""
    lanes, order = (w.lanes(a, 128, 4), w.lanes(b, 128, 4)), w.concrete(order)
    return (w.concat([lanes[i // 2][order >> (2 * i) & 3] for i in range(4)], 128),), {}


form(
    "vshufi32x4",
    "w:z r:z r:zm512 r:imm8",
    "RVMI EVEX.L2.66.0F3A.W0 43 i8",
    _shuffle_lanes,
    timing="vec",
    **EVEX,
)
form(
    "vextracti32x4",
    "w:xm128 r:z r:imm8",
    "MRI EVEX.L2.66.0F3A.W0 39 i8",
    lambda w, a, at: ((w.extract(a, 128 * (w.concrete(at) & 3), 128),), {}),
    timing="vec",
    **EVEX,
)
for n, reg, either, length in ((128, "x", "xm128", "L0"), (256, "y", "ym256", "L1")):
    facts = {**EVEX, "isa": "avx512vl"}
    form(
        "vpternlogd",
        f"rw:{reg} r:{reg} r:{either} r:imm8",
        f"RVMI EVEX.{length}.66.0F3A.W0 25 i8",
        _ternlog(n),
        timing="vec",
        **facts,
    )
    form(
        "vprold",
        f"w:{reg} r:{either} r:imm8",
        f"VMI/1 EVEX.{length}.66.0F.W0 72 i8",
        _rotate(32, n),
        timing="vecshift",
        **facts,
    )
    form(
        "vprold",
        f"w:{reg} r:kz r:{either} r:imm8",
        f"VMI/1 EVEX.{length}.66.0F.W0 72 i8",
        _rotate_and_clear(32, n),
        timing="vecshift",
        **facts,
    )
    form(
        "vprorvd",
        f"w:{reg} r:{reg} r:{either}",
        f"RVM EVEX.{length}.66.0F38.W0 14",
        _rotate_each(n),
        timing="vecshift",
        **facts,
    )
    for name, pp, aligned in (("vmovdqa64", "66", True), ("vmovdqu64", "F3", False)):
        moves = {**facts, "aligned": aligned}
        form(name, f"w:{reg} r:{either}", f"RM EVEX.{length}.{pp}.0F.W1 6F", v.copy, timing="vec", **moves)
        form(name, f"w:m{n} r:{reg}", f"MR EVEX.{length}.{pp}.0F.W1 7F", v.copy, timing="store", **moves)
    both = {**EVEX, "isa": "avx512bw avx512vl"}
    for name, code, meaning, needs in (
        ("vpaddd", "0F.W0 FE", v.lane_by_lane("add", 32, n), facts),
        ("vpxord", "0F.W0 EF", v.bitwise("xor", n), facts),
        ("vpunpckldq", "0F.W0 62", by_halves(v.unpack(32, False), n, 2), facts),
        ("vpunpckhdq", "0F.W0 6A", by_halves(v.unpack(32, True), n, 2), facts),
        ("vpunpcklqdq", "0F.W1 6C", by_halves(v.unpack(64, False), n, 2), facts),
        ("vpunpckhqdq", "0F.W1 6D", by_halves(v.unpack(64, True), n, 2), facts),
        ("vpshufb", "0F38.W0 00", by_halves(v.pshufb, n, 2), both),
    ):
        form(
            name,
            f"w:{reg} r:{reg} r:{either}",
            f"RVM EVEX.{length}.66.{code}",
            meaning,
            timing="vec",
            **needs,
        )
    form(
        "vpalignr",
        f"w:{reg} r:{reg} r:{either} r:imm8",
        f"RVMI EVEX.{length}.66.0F3A.W0 0F i8",
        by_halves(v.palignr, n, 2),
        timing="vec",
        **both,
    )
    form(
        "vpshufd",
        f"w:{reg} r:{either} r:imm8",
        f"RMI EVEX.{length}.66.0F.W0 70 i8",
        by_halves(v.pshufd, n, 1),
        timing="vec",
        **facts,
    )
    for name, digit, left in (("vpsrldq", 3, False), ("vpslldq", 7, True)):
        form(
            name,
            f"w:{reg} r:{either} r:imm8",
            f"VMI/{digit} EVEX.{length}.66.0F.W0 73 i8",
            by_halves(v.byte_shift(left), n, 1),
            timing="vec",
            **both,
        )
form(
    "vinserti32x4",
    "w:y r:y r:xm128 r:imm8",
    "RVMI EVEX.L1.66.0F3A.W0 38 i8",
    lambda w, a, b, at: ((w.insert(a, b, 128 * (w.concrete(at) & 1), 128, 256),), {}),
    timing="vec",
    **{**EVEX, "isa": "avx512vl"},
)
form(
    "kmovw",
    "w:k r:r32",
    "RM VEX.L0.NP.0F.W0 92",
    lambda w, a: ((w.zext(w.extract(a, 0, 16), 16, 64),), {}),
    timing="vec",
    **EVEX,
)
form(
    "vpshufb",
    "w:z r:z r:zm512",
    "RVM EVEX.L2.66.0F38.W0 00",
    by_halves(v.pshufb, 512, 2),
    timing="vec",
    **{**EVEX, "isa": "avx512bw"},
)
VBMI = {**EVEX, "isa": "avx512vbmi"}
form("vpermb", "w:z r:z r:zm512", "RVM EVEX.L2.66.0F38.W0 8D", _permute(512), timing="vec", **VBMI)
form("vpermb", "w:y r:y r:ym256", "RVM EVEX.L1.66.0F38.W0 8D", _permute(256), timing="vec", **VBMI)
form("vpermi2b", "rw:z r:z r:zm512", "RVM EVEX.L2.66.0F38.W0 75", _permute(512), timing="vec", **VBMI)
form(
    "vgf2p8affineqb",
    "w:z r:z r:zm512 r:imm8",
    "RVMI EVEX.L2.66.0F3A.W1 CE i8",
    _affine(512),
    timing="vec",
    **{**EVEX, "isa": "avx512f gfni"},
)
form(
    "vgf2p8affineqb",
    "w:y r:y r:ym256 r:imm8",
    "RVMI VEX.L1.66.0F3A.W1 CE i8",
    _affine(256),
    timing="vec",
    **{**EVEX, "isa": "avx gfni"},
)
