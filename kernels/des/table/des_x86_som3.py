# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     one schedule or three (og_des_key); data: a block in two words; in: 8 * nblocks bytes,
           any alignment; nblocks: may be 0; out may be in
Output     data, or out and iv
Approach   As des_x86_som2, but two rounds and the loop's own instructions are one block for the
           scheduler, and half of the tables' words come by way of a register: a load and a xor
           take one cycle each, in either pipe, a xor from memory two. The order is our own, found
           by the scheduler of _pairing.py from the Pentium's published pairing rules.
Registers  eax u, edx t      the right half with its key: the odd boxes' fields, the even boxes'
           ebx x, ecx y      to work in, zero above their lowest byte
           esi L, edi R      the halves, rotated left by 3; a pass exchanges their roles
           ebp tab           the eight tables
           esp               round key pointer, where the pass ends, CBC decryption's chain
           arguments         stay on the stack where the caller put them
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 33.0, CBC encryption 33.5 cycles/byte: there
           the processor finds an order by itself. The Pentium's model (_pairing.py): 423 cycles for
           one encrypt1, 352 of them in the rounds; all words from memory 360, every one by a
           register 352, four rounds a loop 344. docs/kernels/des_asm.md compares.
"""

from asmgen.kernel import Kernel

from ._fields import Bytes
from ._functions import define
from ._rounds import WholeLoop

KERNEL = Kernel(
    stem="des_x86_som3",
    bits=32,
    constant_time=False,
    summary="DES with the whole loop in order for the two pipes of a Pentium",
    refs=("FIPS 46-3", "SP 800-67"),
    equivalents=WholeLoop.equivalents,
)

define(KERNEL, WholeLoop(Bytes()))
