# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     one schedule or three (og_des_key); data: a block in two words; in: 8 * nblocks bytes,
           any alignment; nblocks: may be 0; out may be in
Output     data, or out and iv
Approach   movzx takes a byte and clears the rest of its target: nothing is left of the trouble
           with parts of registers, and no field needs a mask of its own. Three sums side by side,
           the last added to the half block only after the next round's key.
Registers  eax u, edx t      the right half with its key: the odd boxes' fields, the even boxes'
           ebx x, ecx y      to work in
           esi L, edi R      the halves, rotated left by 3; a pass exchanges their roles
           ebp tab           the eight tables
           esp               round key pointer, where the pass ends, CBC decryption's chain
           arguments         stay on the stack where the caller put them
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 26.9, CBC encryption 27.1 cycles/byte: the best
           of the five. Every word added to L as it comes: 31.3, 33.2. Key added after the last
           sum: 27.9, 28.1. A Pentium needs 3 cycles for a movzx and pairs none.
           docs/kernels/des_asm.md compares.
"""

from asmgen.kernel import Kernel

from ._fields import Movzx
from ._functions import define
from ._rounds import Tree

KERNEL = Kernel(
    stem="des_x86_movzx",
    bits=32,
    constant_time=False,
    summary="DES by movzx of bytes, the third way",
    refs=("FIPS 46-3", "SP 800-67"),
    equivalents=Tree.equivalents,
)

define(KERNEL, Tree(Movzx()))
