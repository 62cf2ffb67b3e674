# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     one schedule or three (og_des_key); data: a block in two words; in: 8 * nblocks bytes,
           any alignment; nblocks: may be 0; out may be in
Output     data, or out and iv
Approach   The fields are masked once; then each byte goes into the lowest byte of a register that
           is zero otherwise: mov is simple to a Pentium and pairs, movzx is not. Later processors
           pay: such a mov has to wait for what its register held before.
Registers  eax u, edx t      the right half with its key: the odd boxes' fields, the even boxes'
           ebx x, ecx y      to work in, zero above their lowest byte
           esi L, edi R      the halves, rotated left by 3; a pass exchanges their roles
           ebp tab           the eight tables
           esp               round key pointer, where the pass ends, CBC decryption's chain
           arguments         stay on the stack where the caller put them
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 32.9, CBC encryption 33.5 cycles/byte. The
           Pentium's model (_pairing.py): 559 cycles for one encrypt1. docs/kernels/des_asm.md
           compares.
"""

from asmgen.kernel import Kernel

from ._fields import Bytes
from ._functions import define
from ._rounds import Chain

KERNEL = Kernel(
    stem="des_x86_i586",
    bits=32,
    constant_time=False,
    summary="DES by byte registers (mov bl, al; mov cl, ah), for the first Pentium",
    refs=("FIPS 46-3", "SP 800-67"),
)

define(KERNEL, Chain(Bytes()))
