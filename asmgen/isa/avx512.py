# SPDX-License-Identifier: MIT
"""AVX-512 instructions on zmm0 to zmm15, without masks. Encodings: Intel SDM volume 2.

The rows are for 64-bit code; VBMI's byte permutations and GFNI's affine map have no other width.
"""

from . import vector as v
from .core import row

EVEX = {"suffix": False, "cpu": "later", "isa": "avx512f", "modes": (64,)}


def _ternlog(w, a, b, c, table):
    """Each bit of the result is the bit of the table whose number a, b and c spell, a first: as a
    polynomial, the sum of those products whose numbers' subsets have an odd sum in the table."""
    table, total = w.concrete(table), w.const(0, 512)
    for number in range(8):
        if sum(table >> part & 1 for part in range(8) if part & number == part) & 1:
            product = w.const((1 << 512) - 1, 512)
            for bits, place in ((a, 2), (b, 1), (c, 0)):
                if number >> place & 1:
                    product = w.and_(product, bits, 512)
            total = w.xor(total, product, 512)
    return (total,), {}


def _permute(w, order, *tables):
    """Byte by byte, numbers count through the tables."""
    source = [part for table in tables for part in w.lanes(table, 8, 64)]
    bits = len(source).bit_length() - 1
    return (w.concat([w.lookup(source, w.extract(pick, 0, bits), 8)
                      for pick in w.lanes(order, 8, 64)], 8),), {}


_BYTES = int.from_bytes(b"\1" * 64, "little")                 # 1 in every byte
_QUADWORDS = int.from_bytes((b"\xff" + bytes(7)) * 8, "little")    # the low byte of every quadword


def _affine(w, a, matrices, constant):
    """Bit i of each byte: the parity of the byte and byte 7 - i of its quadword's matrix, and bit i
    of the constant. All bytes at once: only bits 1 to 7 of a byte take up its neighbour's."""
    total = w.const(w.concrete(constant) * _BYTES, 512)
    for i in range(8):
        one = w.and_(w.shr(matrices, w.const(8 * (7 - i), 16), 512), w.const(_QUADWORDS, 512), 512)
        bits = w.and_(a, w.mul(one, w.const(0x0101010101010101, 512), 512), 512)
        for fold in (4, 2, 1):
            bits = w.xor(bits, w.shr(bits, w.const(fold, 16), 512), 512)
        bits = w.and_(bits, w.const(_BYTES, 512), 512)
        total = w.xor(total, w.shl(bits, w.const(i, 16), 512), 512)
    return (total,), {}


def _rotate(w, a, count):
    count = w.const(w.concrete(count) % 64, 8)
    return (w.concat([w.rol(x, count, 64) for x in w.lanes(a, 64, 8)], 64),), {}


row("vmovdqu64", "w:z r:zm512", "RM EVEX.L2.F3.0F.W1 6F", v.copy, timing="vec", **EVEX)
row("vmovdqu64", "w:m512 r:z", "MR EVEX.L2.F3.0F.W1 7F", v.copy, timing="store", **EVEX)
row("vpxorq", "w:z r:z r:zm512", "RVM EVEX.L2.66.0F.W1 EF", v.bitwise("xor", 512), timing="vec",
    **EVEX)
row("vpternlogq", "rw:z r:z r:zm512 r:imm8", "RVMI EVEX.L2.66.0F3A.W1 25 i8", _ternlog,
    timing="vec", **EVEX)
row("vprolq", "w:z r:z r:imm8", "VMI/1 EVEX.L2.66.0F.W1 72 i8", _rotate, timing="vecshift", **EVEX)
row("vpshufb", "w:z r:z r:zm512", "RVM EVEX.L2.66.0F38.W0 00",
    lambda w, a, mask: ((w.concat([v.pshufb(w, *lanes)[0][0] for lanes in zip(
        w.lanes(a, 128, 4), w.lanes(mask, 128, 4))], 128),), {}),
    timing="vec", **{**EVEX, "isa": "avx512bw"})
VBMI = {**EVEX, "isa": "avx512vbmi"}
row("vpermb", "w:z r:z r:zm512", "RVM EVEX.L2.66.0F38.W0 8D", _permute, timing="vec", **VBMI)
row("vpermi2b", "rw:z r:z r:zm512", "RVM EVEX.L2.66.0F38.W0 75", _permute, timing="vec", **VBMI)
row("vgf2p8affineqb", "w:z r:z r:zm512 r:imm8", "RVMI EVEX.L2.66.0F3A.W1 CE i8", _affine,
    timing="vec", **{**EVEX, "isa": "gfni"})
