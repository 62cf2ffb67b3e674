# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 15

Inputs     cv: 16 chaining values of 5 words; blocks: 16 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   sha1_x64_avx2_x8 in zmm registers: one operation for each of Ch, Parity and Maj, for a
           rotation and for three words of the schedule, ten a round instead of seventeen.
Registers  zmm0-4               a b c d e; their roles rotate from round to round
           zmm5                 K
           zmm6 zmm7 zmm8       temporaries, the newest schedule word
           zmm6-7 zmm9-14       rows of the transposition and its temporaries
           zmm15                the shuffle mask that makes words of big-endian bytes
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   a message pointer
           rcx                  the ring
           rsp                  the ring of 16 schedule words, the chaining values at the start of
                                the block; wiped on return
Lab notes  docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel

from ._vector_lanes_avx import Avx512, lanes

KERNEL = Kernel(
    stem="sha1_x64_avx512_x16",
    bits=64,
    isa=("avx512bw",),
    lanes=16,
    min_size=320,
    summary="SHA-1 of sixteen messages in the lanes of AVX-512 registers",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.lanes")
def entry(f):
    lanes(f, Avx512)
