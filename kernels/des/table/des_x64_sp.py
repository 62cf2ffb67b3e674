# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     one schedule or three (og_des_key); data: a block in two words; in: 8 * nblocks bytes,
           any alignment; nblocks: may be 0; out may be in
Output     data, or out and iv
Approach   The rounds of des_x86_movzx: bytes by movzx, three sums side by side, the last added to
           the half block only after the next round's key. The additional registers hold the
           pointers, so nothing but CBC decryption's chain is on the stack.
Registers  eax u, edx t      the right half with its key: the odd boxes' fields, the even boxes'
           ebx x, ecx y      to work in
           esi L, edi R      the halves, rotated left by 3; a pass exchanges their roles
           rbp tab           the eight tables
           r8 r9             round key pointer, where the pass ends
           r10 to r14        the arguments in their order
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 26.7, CBC encryption 26.9 cycles/byte.
           docs/kernels/des_asm.md compares.
"""

from asmgen.kernel import Kernel

from ._fields import Movzx
from ._functions import define
from ._rounds import Tree

KERNEL = Kernel(
    stem="des_x64_sp",
    bits=64,
    constant_time=False,
    summary="DES in the classic layout: 2 KiB of tables, bytes by movzx, three sums side by side",
    refs=("FIPS 46-3", "SP 800-67"),
    equivalents=Tree.equivalents,
)

define(KERNEL, Tree(Movzx()))
