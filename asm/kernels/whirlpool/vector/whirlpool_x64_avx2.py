# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn; or one output block of
PBKDF2-HMAC-Whirlpool

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
           PBKDF2: u, sums: 64 bytes each; keys: the chaining values after the inner and the outer
           HMAC key, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   The data fill the low 128-bit lanes and the key the high ones, two columns of the matrix
           each, so one instruction works on both. ShiftColumns is one vpshufb per register;
           SubBytes and the reductions of MixRows look nibbles up in tables of 16 bytes by vpshufb,
           so no address depends on the data. All bytes after MixRows differ by 0x53 from the true
           ones. In the key the round constants remove the difference. In the data it cancels when
           the key is added.
Loop       Per block: transpose the message to columns, ten rounds, add what went in. Per round: a
           round of data and key at once, then the new key is added to the data. A list scheduler
           has ordered the instructions of a round; the side notes name each one's step.
           PBKDF2: per iteration two hashes of two blocks. The round keys of the first block's
           compression are constant and precomputed, those of the second are computed beside the
           data. There a state is two registers, data in ymm12-13 and key in ymm14-15.
Registers  ymm12-15             columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
           ymm0-11              temporaries, and tables while there is room
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constants, their end
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8               PBKDF2: a round's constants, their end
           r9 r10 r11           PBKDF2: round keys, those of the round, the states below
Frame      rsp+0                chaining value ^ message, 64 bytes; wiped on return
           PBKDF2, from a multiple of 32: two schedules of 704 bytes (r9), then key, data, what went
           in and sums, 64 bytes each (r11); wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 9.01 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel

from ._blocks import blocks
from ._methods import NIBBLES
from ._nibbles_pbkdf2 import One, equivalents, pbkdf2

KERNEL = Kernel(
    stem="whirlpool_x64_avx2",
    arch="x64",
    isa=NIBBLES.isa,
    summary="vector permutations: data and key in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        **equivalents(One),
        "vmovdqa ymm8, [r +0] -> dropped": "in PBKDF2 the register still holds it from the key's rounds",
    },
)


@KERNEL.function("whirlpool.blocks")
def blocks_(f):
    blocks(f, NIBBLES)


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f, One, NIBBLES)
