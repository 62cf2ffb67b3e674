# SPDX-License-Identifier: MIT
"""H[i] := W[H[i]](m) ^ H[i] ^ m for each 64-byte block m of message i in turn, i = 0, 1; or two
output blocks of PBKDF2-HMAC-Whirlpool

Inputs     cv: 2 chaining values of 64 bytes; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
           PBKDF2: u, sums: 2 * 64 bytes each; keys: the chaining values after the 2
           inner HMAC keys, then those after the outer keys, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   Message i is in 128-bit lane i; each register holds two columns of either message's
           matrix. ShiftColumns is one vpshufb per register; SubBytes and the reductions of MixRows
           look nibbles up in tables of 16 bytes by vpshufb, so no address depends on the data. All
           bytes after MixRows differ by 0x53 from the true ones: the keys are kept so, their tables
           remove it, and in the data it cancels when the key is added.
Loop       Per block: transpose the messages to columns, ten rounds, add what went in. Per round: a
           round of the keys, then a round of the data. Neither depends on the round before it, only
           on the one before that, so the CPU overlaps the end of one with the start of the next. A
           list scheduler has ordered the instructions of a round; the side notes name each one's
           step. PBKDF2: per iteration two hashes of two blocks, the round keys of the first block
           being constant and precomputed.
Registers  ymm0-15              columns, temporaries, and tables while there is room
           rdi rsi rdx          cv, pointer array, blocks left
           rax rcx              this round's constants, their end
           r8                   the states below
           r9 r10 r11           the messages, bytes done of each
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8               PBKDF2: a round's constants, their end
           r9 r10 r11           PBKDF2: round keys, those of the round, the states below
Frame      from a multiple of 32 (r8): keys, data, chaining values ^ messages, 128 bytes each; wiped
           on return. PBKDF2: two schedules of 1408 bytes (r9), then keys, data, what went in and
           sums, 128 bytes each (r11); wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 8 messages of 16 KiB: 6.94 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel

from ._lanes import lanes
from ._methods import NIBBLES
from ._nibbles_pbkdf2 import Pair, equivalents, pbkdf2

KERNEL = Kernel(
    stem="whirlpool_x64_avx2_x2",
    arch="x64",
    isa=NIBBLES.isa,
    lanes=2,
    min_size=128,
    summary="vector permutations: two messages in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        **equivalents(Pair),
        "vmovdqa ymm13, [r +0] -> dropped": "the second of two loads: the register still holds it",
    },
)


@KERNEL.function("whirlpool.lanes")
def lanes_(f):
    lanes(f, NIBBLES)


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f, Pair, NIBBLES)
