# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 15
(FIPS 180-4 section 6.1.2);
mask[i] := the disturbance vectors (DVs) that the conditions on the block do not exclude

Inputs     cv: 16 chaining values of 5 words; blocks: 16 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv; info: nblocks records of 6 x 16 words: word 0 of the chaining values before the block, words
           1 to 4, the masks
Approach   SHA-1 as in sha1_x64_avx512_x16, element i of each zmm register for message i. A UBC costs the xor
           of two words, a shift of its bit to the sign, an arithmetic shift that spreads it over the
           element, and one vpternlog that clears its DVs in the masks of the messages that violate it.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. A UBC is evaluated
           after the round of the later of its two words.
Notes      W[t] is word t of the message schedule, here of all messages; W[35].1 is bit 1 of W[35].
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79. A UBC is one of the 156 unavoidable bit conditions of
           M. Stevens and D. Shumow.
Registers  zmm0-4               a b c d e at the start of a block; the roles rotate from round to round
           zmm5                 K
           zmm6 zmm7 zmm8       temporaries, W[t]
           zmm9-14, zmm6-7      rows of a transposition and its temporaries
           zmm9, zmm10-13       after round 35: the masks, temporaries of the conditions
           zmm15                pshufb mask that reverses the bytes of each word
           rdi rsi rdx r11      cv, pointer array, blocks left, info
           r8                   bytes done of each message
           r9                   address of a message
           rcx                  the ring
Frame      rsp+0 to +1087       contains the ring, which begins at a multiple of 64: W[t] at 64 * (t mod 16);
                                wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids: 0.76 cycles/byte in 16 messages of 1 KiB, 0.78 of 64 KiB; 23
           of 52 cycles a block are the conditions.
"""

from asmgen.kernel import Kernel

from ..multi_buffer._vector_lanes_avx import Avx512, lanes
from ._lanes import Conditions
from ._test_blocks import lane_inputs

KERNEL = Kernel(
    stem="sha1dc_x64_avx512_x16",
    bits=64,
    isa=("avx512bw",),
    lanes=16,
    min_size=512,
    summary="sixteen messages in the lanes of AVX-512 registers, conditions on all at once",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=lane_inputs(16),
)


@KERNEL.function("sha1dc.lanes")
def entry(f):
    lanes(f, Avx512, Conditions)
