# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     one schedule or three (og_des_key); data: a block in two words; in: 8 * nblocks bytes,
           any alignment; nblocks: may be 0; out may be in
Output     data, or out and iv
Approach   A Pentium Pro stalls where a register is read whole after a part of it was written, so
           each field is a copy, a shift and a mask. Three sums are kept side by side, and the last
           one is added to the half block only after the next round's key.
Registers  eax u, edx t      the right half with its key: the odd boxes' fields, the even boxes'
           ebx x, ecx y      to work in
           esi L, edi R      the halves, rotated left by 3; a pass exchanges their roles
           ebp tab           the eight tables
           esp               round key pointer, where the pass ends, CBC decryption's chain
           arguments         stay on the stack where the caller put them
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 30.4, CBC encryption 30.5 cycles/byte; every
           word added to L as it comes: 31.6, 31.8. The fields masked once, then bytes masked:
           30.6. The even boxes before the odd ones: the same. docs/kernels/des_asm.md compares.
"""

from asmgen.kernel import Kernel

from . import _mutant_inputs
from ._fields import Shifts
from ._functions import define
from ._rounds import Tree

KERNEL = Kernel(
    stem="des_x86_i686",
    bits=32,
    constant_time=False,
    summary="DES by masks and shifts, no part of a register written, for the Pentium Pro",
    refs=("FIPS 46-3", "SP 800-67"),
    equivalents=Tree.equivalents,
    inputs=_mutant_inputs.inputs,
)

define(KERNEL, Tree(Shifts()))
