# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     ks, or k1 k2 k3: one schedule or three (og_des_key). data: a block in two words. in: 8 *
           nblocks bytes, any alignment. nblocks: may be 0. out may be in.
Output     data, or out and iv
Idea       The tables combine S and P: eight tables of 64 words, 2 KiB. A round xors eight words to L.
           The half blocks are kept rotated left by 3. So E costs one rotation: the inputs of S1 S3 S5
           S7 are bits 2 to 7 of the bytes of R, those of S2 S4 S6 S8 the same of R rotated right by
           4, and a masked byte is a table offset. Look-ups depend on secrets.
Approach   The words are masked once. Then mov puts each byte into the low byte of a register that is
           zero otherwise: a Pentium pairs mov, and does not pair movzx. Later processors pay: such a
           mov has to wait for the old value of its register.
Loop       Two rounds an iteration, one or three passes of 16 rounds a block. IP and FP are five
           exchanges of bit groups. In CBC encryption they are not on the chain from block to block.
Registers  eax edx              odd, even: R ^ K, the inputs of S1 S3 S5 S7 and of S2 S4 S6 S8
           ebx ecx              x, y: work, zero above their lowest byte
           esi edi              L, R: the halves; a pass exchanges their roles
           ebp                  tab: the eight tables
Frame      key, end (of the pass); in CBC decryption chain0 and chain1 before them. Arguments stay
           where the caller put them.
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 32.9, CBC encryption 33.5 cycles/byte. A model of
           the Pentium's two pipes: 559 cycles for one encrypt1.
"""

from asmgen.kernel import Kernel

from ._fields import Bytes
from ._functions import define
from ._rounds import Chain

KERNEL = Kernel(
    stem="des_x86_i586",
    arch="x86",
    constant_time=False,
    summary="DES by byte registers (mov bl, al; mov cl, ah), for the first Pentium",
    refs=("FIPS 46-3", "SP 800-67"),
)

define(KERNEL, Chain(Bytes()))
