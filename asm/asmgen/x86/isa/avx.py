# SPDX-License-Identifier: MIT
"""AVX and AVX2 integer instructions: VEX, three operands. Encodings: Intel SDM volume 2.

The xmm forms clear the upper half of their ymm register. The interpreter implements that.
"""

from ..registers import BY_NAME
from . import vector as v
from .core import form

AVX = {"suffix": False, "cpu": "later", "isa": "avx"}
AVX2 = {**AVX, "isa": "avx2"}
UPPER = (1 << 512) - (1 << 128)  # the bits of a vector register that vzeroupper clears


def _facts(n):
    return AVX if n == 128 else AVX2


def _shape(n):
    """Returns (register kind, register-or-memory kind, VEX length)."""
    return ("x", "xm128", "L0") if n == 128 else ("y", "ym256", "L1")


def by_halves(sem, n, words):
    """Applies a 128-bit meaning to each 128-bit lane of n bits. The first `words` inputs are vectors."""

    def wide(w, *inputs):
        parts = []
        for low in range(0, n, 128):
            mine = [w.extract(a, low, 128) for a in inputs[:words]]
            (result,), _ = sem(w, *mine, *inputs[words:])
            parts.append(result)
        return (w.concat(parts, 128),), {}

    return wide


for n in (128, 256):
    reg, either, length = _shape(n)
    for name, pp, aligned in (("vmovdqa", "66", True), ("vmovdqu", "F3", False)):
        facts = {**AVX, "aligned": aligned}
        form(name, f"w:{reg} r:{either}", f"RM VEX.{length}.{pp}.0F.W0 6F", v.copy, timing="vec", **facts)
        form(name, f"w:m{n} r:{reg}", f"MR VEX.{length}.{pp}.0F.W0 7F", v.copy, timing="store", **facts)
    for name, code, sem, commutes in (
        ("vpand", "DB", v.bitwise("and_", n), True),
        ("vpandn", "DF", v.andnot(n), False),
        ("vpor", "EB", v.bitwise("or_", n), True),
        ("vpxor", "EF", v.bitwise("xor", n), True),
        ("vpaddb", "FC", v.lane_by_lane("add", 8, n), True),
        ("vpaddd", "FE", v.lane_by_lane("add", 32, n), True),
        ("vpaddq", "D4", v.lane_by_lane("add", 64, n), True),
        ("vpsubd", "FA", v.lane_by_lane("sub", 32, n), False),
        ("vpcmpeqb", "74", v.equal(8, n), True),
        ("vpcmpeqd", "76", v.equal(32, n), True),
        *(
            (f"v{base}", code, by_halves(v.unpack(lane, high), n, 2), False)
            for base, code, lane, high in (
                ("punpcklbw", "60", 8, False),
                ("punpckhbw", "68", 8, True),
                ("punpcklwd", "61", 16, False),
                ("punpckhwd", "69", 16, True),
                ("punpckldq", "62", 32, False),
                ("punpckhdq", "6A", 32, True),
                ("punpcklqdq", "6C", 64, False),
                ("punpckhqdq", "6D", 64, True),
            )
        ),
    ):
        form(
            name,
            f"w:{reg} r:{reg} r:{either}",
            f"RVM VEX.{length}.66.0F.W0 {code}",
            sem,
            timing="vec",
            commutes=commutes,
            **_facts(n),
        )
    for name, code, digit, operation, lane in (
        ("vpsrlw", "71", 2, "shr", 16),
        ("vpsllw", "71", 6, "shl", 16),
        ("vpsrld", "72", 2, "shr", 32),
        ("vpslld", "72", 6, "shl", 32),
        ("vpsrlq", "73", 2, "shr", 64),
        ("vpsllq", "73", 6, "shl", 64),
        ("vpsrad", "72", 4, "sar", 32),
    ):
        form(
            name,
            f"w:{reg} r:{reg} r:imm8",
            f"VMI/{digit} VEX.{length}.66.0F.W0 {code} i8",
            v.lane_shift(operation, lane, n),
            timing="vecshift",
            **_facts(n),
        )
    for name, digit, left in (("vpsrldq", 3, False), ("vpslldq", 7, True)):
        form(
            name,
            f"w:{reg} r:{reg} r:imm8",
            f"VMI/{digit} VEX.{length}.66.0F.W0 73 i8",
            by_halves(v.byte_shift(left), n, 1),
            timing="vec",
            **_facts(n),
        )
    for name, code, operation in (("vpsrlvd", "45", "shr"), ("vpsllvd", "47", "shl")):
        form(
            name,
            f"w:{reg} r:{reg} r:{either}",
            f"RVM VEX.{length}.66.0F38.W0 {code}",
            v.lane_shift_by_lane(operation, 32, n),
            timing="vecshift",
            **AVX2,
        )
    form(
        "vpmovmskb",
        f"w:r32 r:{reg}",
        f"RM VEX.{length}.66.0F.W0 D7",
        lambda w, a, n=n: ((w.zext(w.concat([w.bit(a, i) for i in range(7, n, 8)], 1), n // 8, 32),), {}),
        timing="vec",
        **_facts(n),
    )
    form(
        "vpshufb",
        f"w:{reg} r:{reg} r:{either}",
        f"RVM VEX.{length}.66.0F38.W0 00",
        by_halves(v.pshufb, n, 2),
        timing="vec",
        **_facts(n),
    )
    form(
        "vpshufd",
        f"w:{reg} r:{either} r:imm8",
        f"RMI VEX.{length}.66.0F.W0 70 i8",
        by_halves(v.pshufd, n, 1),
        timing="vec",
        **_facts(n),
    )
    form(
        "vpalignr",
        f"w:{reg} r:{reg} r:{either} r:imm8",
        f"RVMI VEX.{length}.66.0F3A.W0 0F i8",
        by_halves(v.palignr, n, 2),
        timing="vec",
        **_facts(n),
    )
    form(
        "vpblendd",
        f"w:{reg} r:{reg} r:{either} r:imm8",
        f"RVMI VEX.{length}.66.0F3A.W0 02 i8",
        lambda w, a, b, pick, n=n: (
            (
                w.concat(
                    [
                        (b_lane if w.concrete(pick) >> i & 1 else a_lane)
                        for i, (a_lane, b_lane) in enumerate(
                            zip(w.lanes(a, 32, n // 32), w.lanes(b, 32, n // 32))
                        )
                    ],
                    32,
                ),
            ),
            {},
        ),
        timing="vec",
        **AVX2,
    )
    form(
        "vpbroadcastq",
        f"w:{reg} r:xm64",
        f"RM VEX.{length}.66.0F38.W0 59",
        lambda w, a, n=n: ((w.concat([w.extract(a, 0, 64)] * (n // 64), 64),), {}),
        timing="vec",
        **AVX2,
    )
    form(
        "vpbroadcastd",
        f"w:{reg} r:xm32",
        f"RM VEX.{length}.66.0F38.W0 58",
        lambda w, a, n=n: ((w.concat([w.extract(a, 0, 32)] * (n // 32), 32),), {}),
        timing="vec",
        **AVX2,
    )


# -- between halves, and to and from general registers ---------------------------------------------
def _perm2(w, a, b, control):
    control = w.concrete(control)
    halves = w.lanes(a, 128, 2) + w.lanes(b, 128, 2)
    chosen = [w.const(0, 128) if control >> (at + 3) & 1 else halves[control >> at & 3] for at in (0, 4)]
    return (w.concat(chosen, 128),), {}


def _permq(w, a, order):
    lanes, order = w.lanes(a, 64, 4), w.concrete(order)
    return (w.concat([lanes[order >> (2 * i) & 3] for i in range(4)], 64),), {}


def _permd(w, order, table):
    lanes = w.lanes(table, 32, 8)
    return (w.concat([w.lookup(lanes, w.extract(pick, 0, 3), 32) for pick in w.lanes(order, 32, 8)], 32),), {}


form("vpermd", "w:y r:y r:ym256", "RVM VEX.L1.66.0F38.W0 36", _permd, timing="vec", **AVX2)
form("vperm2i128", "w:y r:y r:ym256 r:imm8", "RVMI VEX.L1.66.0F3A.W0 46 i8", _perm2, timing="vec", **AVX2)
form("vpermq", "w:y r:ym256 r:imm8", "RMI VEX.L1.66.0F3A.W1 00 i8", _permq, timing="vec", **AVX2)
form(
    "vinserti128",
    "w:y r:y r:xm128 r:imm8",
    "RVMI VEX.L1.66.0F3A.W0 38 i8",
    lambda w, a, b, at: ((w.insert(a, b, 128 * (w.concrete(at) & 1), 128, 256),), {}),
    timing="vec",
    **AVX2,
)
form(
    "vextracti128",
    "w:xm128 r:y r:imm8",
    "MRI VEX.L1.66.0F3A.W0 39 i8",
    lambda w, a, at: ((w.extract(a, 128 * (w.concrete(at) & 1), 128),), {}),
    timing="vec",
    **AVX2,
)
form(
    "vbroadcasti128",
    "w:y r:m128",
    "RM VEX.L1.66.0F38.W0 5A",
    lambda w, a: ((w.concat([a, a], 128),), {}),
    timing="vec",
    **AVX2,
)
form(
    "vmovd",
    "w:x r:rm32",
    "RM VEX.L0.66.0F.W0 6E",
    lambda w, a: ((w.zext(a, 32, 128),), {}),
    timing="vec",
    **AVX,
)
form(
    "vmovd",
    "w:rm32 r:x",
    "MR VEX.L0.66.0F.W0 7E",
    lambda w, a: ((w.extract(a, 0, 32),), {}),
    timing="vec",
    **AVX,
)
form("vpinsrd", "w:x r:x r:rm32 r:imm8", "RVMI VEX.L0.66.0F3A.W0 22 i8", v.insert_dword, timing="vec", **AVX)
form("vpextrd", "w:rm32 r:x r:imm8", "MRI VEX.L0.66.0F3A.W0 16 i8", v.extract_dword, timing="vec", **AVX)
# the interpreter implements their effect on the vector registers
form(
    "vzeroupper",
    "",
    "NP VEX.L0.NP.0F.W0 77",
    v.none,
    effect=lambda machine, operands: machine.clear_uppers(),
    also_defines=tuple((f"vec{number}", UPPER) for number in range(16)),
    **AVX,
)
form(
    "vzeroall",
    "",
    "NP VEX.L1.NP.0F.W0 77",
    v.none,
    effect=lambda machine, operands: machine.clear_vectors(),
    also_writes=tuple(BY_NAME[f"ymm{number}"] for number in range(16)),
    **AVX,
)
