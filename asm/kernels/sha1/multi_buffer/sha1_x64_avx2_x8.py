# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 7
(FIPS 180-4 section 6.1.2)

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv
Approach   Element i of each ymm register belongs to message i, so that one vector operation executes one
           step of all messages. Four words of message i fill the low 128-bit lane of a row and four of
           message i + 4 the high one, so that a transposition stays inside 128-bit lanes. The schedule is
           computed inside the rounds, in a ring of 16 vectors on the stack.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. Words 4q to 4q+3 of the
           blocks are transposed four rounds before their use.
Notes      W[t] is word t of the message schedule, here of all messages.
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  ymm0-4               a b c d e at the start of a block; the roles rotate from round to round
           ymm5                 K
           ymm6 ymm7 ymm8       temporaries, W[t]
           ymm9-14, ymm6-7      rows of a transposition and its temporaries
           ymm15                pshufb mask that reverses the bytes of each word
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   address of a message
           rax rcx              ring + 128, ring + 384: every displacement is one byte
           r10                  ring + 576
Frame      rsp+0 to +703        contains the ring, which begins at a multiple of 32: W[t] at 32 * (t mod 16);
                                at ring + 512 the five vectors of saved chaining values; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.984 cycles/byte, 63.0 a block. Vector operations
           have a latency of 2 here, so the chain of a round, shift and two additions, takes 6
           cycles, 480 of the 504 that eight blocks take: eight messages cannot do better than 0.94 on
           this core. With ROTL 5 by an or 1.013, all words transposed before the rounds 1.023.
"""

from asmgen.kernel import Kernel

from ._vector_lanes_avx import Avx2, lanes

KERNEL = Kernel(
    stem="sha1_x64_avx2_x8",
    arch="x64",
    isa=("avx2",),
    lanes=8,
    min_size=192,
    summary="SHA-1 of eight messages in the lanes of AVX2 registers",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.lanes")
def entry(f):
    lanes(f, Avx2)
