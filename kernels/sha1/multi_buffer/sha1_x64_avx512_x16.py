# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 15
(FIPS 180-4 section 6.1.2)

Inputs     cv: 16 chaining values of 5 words; blocks: 16 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv
Approach   Element i of each zmm register belongs to message i, so that one vector operation executes one
           step of all messages. vpternlog computes each of Ch, Parity and Maj and the sum of three
           schedule words in one instruction, vprold a rotation: ten instructions a round where AVX2 needs
           seventeen. Four words of messages i, i + 4, i + 8 and i + 12 fill the 128-bit lanes of a row, so
           that a transposition stays inside 128-bit lanes.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. Words 4q to 4q+3 of the
           blocks are transposed four rounds before their use.
Notes      W[t] is word t of the message schedule, here of all messages.
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  zmm0-4               a b c d e at the start of a block; the roles rotate from round to round
           zmm5                 K
           zmm6 zmm7 zmm8       temporaries, W[t]
           zmm9-14, zmm6-7      rows of a transposition and its temporaries
           zmm15                pshufb mask that reverses the bytes of each word
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   address of a message
           rcx                  the ring
Frame      rsp+0 to +1407       contains the ring, which begins at a multiple of 64: W[t] at 64 * (t mod 16);
                                at ring + 1024 the five vectors of saved chaining values; wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 4 KiB a message: 0.43 cycles/byte, 27.5 a block. 768
           operations of rounds and schedule and 96 of transpositions take 27 cycles on two ports.
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
