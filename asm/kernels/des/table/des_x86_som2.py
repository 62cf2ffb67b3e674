# SPDX-License-Identifier: MIT
"""data := DES(data) or its inverse: IP, 16 times L, R := R, L ^ P(S(E(R) ^ K)), FP (FIPS 46-3)

Inputs     ks, or k1 k2 k3: one schedule or three (og_des_key). data: a block in two words. in: 8 *
           nblocks bytes, any alignment. nblocks: may be 0. out may be in.
Output     data, or out and iv
Idea       The tables combine S and P: eight tables of 64 words, 2 KiB. A round xors eight words to L.
           The half blocks are kept rotated left by 3. So E costs one rotation: the inputs of S1 S3 S5
           S7 are bits 2 to 7 of the bytes of R, those of S2 S4 S6 S8 the same of R rotated right by
           4, and a masked byte is a table offset. Look-ups depend on secrets.
Approach   As des_x86_i586, but the odd boxes and the even boxes are two streams that do not depend on
           each other and alternate. A scheduler that knows the Pentium's published pairing rules
           orders the instructions of each round.
Loop       Two rounds an iteration, one or three passes of 16 rounds a block. IP and FP are five
           exchanges of bit groups. In CBC encryption they are not on the chain from block to block.
Registers  eax edx              odd, even: R ^ K, the inputs of S1 S3 S5 S7 and of S2 S4 S6 S8
           ebx ecx              x, y: work, zero above their lowest byte
           esi edi              L, R: the halves; a pass exchanges their roles
           ebp                  tab: the eight tables
Frame      key, end (of the pass); in CBC decryption chain0 and chain1 before them. Arguments stay
           where the caller put them.
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: ECB 31.8, CBC encryption 32.1 cycles/byte. A model of
           the Pentium's two pipes: 479 cycles for one encrypt1.
"""

from asmgen.kernel import Kernel

from ._fields import Bytes
from ._functions import define
from ._rounds import TwoStreams

KERNEL = Kernel(
    stem="des_x86_som2",
    arch="x86",
    constant_time=False,
    summary="DES in two streams, each round in order for the two pipes of a Pentium",
    refs=("FIPS 46-3", "SP 800-67"),
)

define(KERNEL, TwoStreams(Bytes()))
