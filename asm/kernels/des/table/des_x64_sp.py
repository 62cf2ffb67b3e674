# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     ks, or k1 k2 k3: one schedule or three (og_des_key). data: a block in two words. in: 8 *
           nblocks bytes, any alignment. nblocks: may be 0. out may be in.
Output     data, or out and iv
Idea       The tables combine S and P: eight tables of 64 words, 2 KiB. A round xors eight words to L.
           The half blocks are kept rotated left by 3. So E costs one rotation: the inputs of S1 S3 S5
           S7 are bits 2 to 7 of the bytes of R, those of S2 S4 S6 S8 the same of R rotated right by
           4, and a masked byte is a table offset. Look-ups depend on secrets.
Approach   The rounds of des_x86_movzx: bytes by movzx, three sums side by side, the last one added to
           the half block only after the next round's key. The additional registers hold the pointers.
Loop       Two rounds an iteration, one or three passes of 16 rounds a block. IP and FP are five
           exchanges of bit groups. In CBC encryption they are not on the chain from block to block.
Registers  eax edx              odd, even: R ^ K, the inputs of S1 S3 S5 S7 and of S2 S4 S6 S8
           ebx ecx              x, y: work
           esi edi              L, R: the halves; a pass exchanges their roles
           rbp                  tab: the eight tables
           r8 r9                key, end: address of the round key, and where the pass ends
           r10 to r14           the arguments in their order
Frame      chain0 and chain1 in CBC decryption. Wiped on return.
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 26.7, CBC encryption 26.9 cycles/byte.
"""

from asmgen.kernel import Kernel

from ._fields import Movzx
from ._functions import define
from ._rounds import Tree

KERNEL = Kernel(
    stem="des_x64_sp",
    arch="x64",
    constant_time=False,
    summary="DES in the classic layout: 2 KiB of tables, bytes by movzx, three sums side by side",
    refs=("FIPS 46-3", "SP 800-67"),
    equivalents=Tree.equivalents,
)

define(KERNEL, Tree(Movzx()))
