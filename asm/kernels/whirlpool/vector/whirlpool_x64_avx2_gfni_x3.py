# SPDX-License-Identifier: MIT
"""u[i] := HMAC(u[i]), sums[i] := sums[i] ^ u[i], for three output blocks i of PBKDF2-HMAC-Whirlpool
(a VeraCrypt header key), in each iteration

Inputs     u, sums: 3 * 64 bytes each; keys: the chaining values after the 3 inner HMAC keys, then
           those after the outer keys, 64 bytes each; iterations: may be 0
Output     u, the last digests, and sums, xored with all digests
Approach   Blocks 0 and 1 are in the two 128-bit lanes of four registers, two columns of the matrix
           per lane. Block 2 is in two registers, columns 0 to 3 in the first and 4 to 7 in the
           second; that takes 53 operations a round where an unused lane would cost 91.
           ShiftColumns is one vpshufb per register; SubBytes looks nibbles up in tables of 16 bytes
           by vpshufb, so no address depends on the data. vgf2p8affineqb extracts the upper nibbles,
           and multiplies bytes by 2, 4 and 8 in MixRows.
Loop       Per iteration two hashes of two blocks. The first compression has constant round keys,
           precomputed; the second computes its round keys beside the data. Each round takes blocks
           0 and 1, then block 2: neither waits for the other. A list scheduler has ordered the
           instructions of a round; the side notes name each one's step.
Registers  ymm0-15              columns, temporaries, and tables while there is room
           rdi rsi rdx rcx      u, sums, keys, iterations left
           rax r8               this round's constants or the end of the round keys, constants' end
           r9 r10               round keys, those of the round
           r11                  the states below
Frame      from a multiple of 32: two schedules of 2112 bytes (r9), then keys, data, what went in and
           sums, 192 bytes each (r11); wiped on return
Lab notes  2026-11-23, Intel Xeon (Granite Rapids), 3465 cycles per iteration, where
           whirlpool_x64_avx2_x3 takes 4224. Not measured on a CPU without AVX-512. What was tried is
           in the oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel

from ._methods import AFFINE
from ._nibbles_pbkdf2 import Three, equivalents, pbkdf2

KERNEL = Kernel(
    stem="whirlpool_x64_avx2_gfni_x3",
    arch="x64",
    isa=AFFINE.isa,
    lanes=3,
    min_size=192,
    summary="vector permutations and affine maps: two output blocks in the lanes, one in halves, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents=equivalents(Three),
)


@KERNEL.function("pbkdf2.whirlpool_blocks")
def pbkdf2_(f):
    pbkdf2(f, Three, AFFINE)
