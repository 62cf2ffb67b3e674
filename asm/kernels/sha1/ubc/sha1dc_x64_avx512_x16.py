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
           zmm6 zmm7            temporaries
           zmm8                 pshufb mask that reverses the bytes of each word
           zmm9-10, zmm6-7      temporaries of a transposition
           zmm11-14             rows of a transposition
           zmm9, zmm10-13       after round 35: the masks, temporaries of the conditions
           zmm16-31             W[t] in number 16 + t mod 16; cleared on return
           rdi rsi rdx r11      cv, pointer array, blocks left, info
           r8                   bytes done of each message
           r9                   address of a message
Frame      none
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 0.730 cycles/byte in calls of 256 blocks, 0.734 of 16,
           0.776 of one; with the ring in memory 0.782, 0.877 and 0.953. 20.6 of 46.7 cycles a block are the
           conditions.
"""

from asmgen.kernel import Kernel

from ..multi_buffer._vector_lanes_avx import Avx512, lanes
from ._lanes import Conditions, equivalents
from ._test_blocks import lane_inputs

KERNEL = Kernel(
    stem="sha1dc_x64_avx512_x16",
    arch="x64",
    isa=("avx512bw", "avx512vl"),
    lanes=16,
    min_size=512,
    summary="sixteen messages in the lanes of AVX-512 registers, conditions on all at once",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=lane_inputs(16),
    equivalents=equivalents("zmm12"),
)


@KERNEL.function("sha1dc.lanes")
def entry(f):
    lanes(f, Avx512, Conditions)
