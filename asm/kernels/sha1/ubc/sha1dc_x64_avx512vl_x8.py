# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 7
(FIPS 180-4 section 6.1.2);
mask[i] := the disturbance vectors (DVs) that the conditions on the block do not exclude

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv; info: nblocks records of 6 x 8 words: word 0 of the chaining values before the block, words
           1 to 4, the masks
Approach   SHA-1 as in sha1_x64_avx512vl_x8, element i of each ymm register for message i. A UBC costs the xor
           of two words, a shift of its bit to the sign, an arithmetic shift that spreads it over the
           element, and one vpternlog that clears its DVs in the masks of the messages that violate it.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. A UBC is evaluated
           after the round of the later of its two words.
Notes      W[t] is word t of the message schedule, here of all messages; W[35].1 is bit 1 of W[35].
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79. A UBC is one of the 156 unavoidable bit conditions of
           M. Stevens and D. Shumow.
Registers  ymm0-4               a b c d e at the start of a block; the roles rotate from round to round
           ymm5                 K
           ymm6 ymm7            temporaries
           ymm8                 pshufb mask that reverses the bytes of each word
           ymm9-10, ymm6-7      temporaries of a transposition
           ymm9, ymm10-13       after round 35: the masks, temporaries of the conditions
           ymm16-31             W[t] in number 16 + t mod 16; cleared on return
           rdi rsi rdx r11      cv, pointer array, blocks left, info
           r8                   bytes done of each message
           r9                   address of a message
Frame      none
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 0.974 cycles/byte in calls of 256 blocks, 0.979 of 16,
           1.024 of one; sha1dc_x64_avx2_x8 takes 1.518, 1.521 and 1.568.
"""

from asmgen.kernel import Kernel

from ..multi_buffer._vector_lanes_avx import Avx512Vl, lanes
from ._lanes import Conditions, equivalents
from ._test_blocks import lane_inputs

KERNEL = Kernel(
    stem="sha1dc_x64_avx512vl_x8",
    arch="x64",
    isa=("avx512bw", "avx512vl"),
    lanes=8,
    min_size=320,
    summary="eight messages in the lanes of ymm registers, AVX-512, conditions on all at once",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=lane_inputs(8),
    equivalents=equivalents("ymm12"),
)


@KERNEL.function("sha1dc.lanes")
def entry(f):
    lanes(f, Avx512Vl, Conditions)
