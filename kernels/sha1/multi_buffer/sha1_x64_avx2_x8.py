# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 7

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   Eight messages in the lanes of ymm registers, one SHA-1 over vectors. Four words of
           message i fill the lower half of a register, those of message i + 4 the upper half, so
           that a transposition within halves is all it takes.
Registers  ymm0-4               a b c d e; their roles rotate from round to round
           ymm5                 K
           ymm6 ymm7 ymm8       temporaries, the newest schedule word
           ymm6-7 ymm9-14       rows of the transposition and its temporaries
           ymm15                the shuffle mask that makes words of big-endian bytes
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   a message pointer
           rax rcx r10          the middles of the halves of the ring; the saved chaining values
           rsp                  the ring of 16 schedule words, the chaining values at the start of
                                the block; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.984 cycles/byte, 63.0 a block. Vector operations
           have a latency of 2 here, so the chain of a round, shift and two additions, costs 6
           cycles, 480 of the 504 that eight blocks take: eight lanes cannot do better than 0.94 on
           this core. With ROTL 5 by an or 1.013, words into lanes all ahead of the rounds 1.023.
           docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel

from ._vector_lanes_avx import Avx2, lanes

KERNEL = Kernel(
    stem="sha1_x64_avx2_x8",
    bits=64,
    isa=("avx2",),
    lanes=8,
    min_size=192,
    summary="SHA-1 of eight messages in the lanes of AVX2 registers",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.lanes")
def entry(f):
    lanes(f, Avx2)
