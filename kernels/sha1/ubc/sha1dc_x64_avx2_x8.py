# SPDX-License-Identifier: MIT
"""sha1.lanes that tells which blocks may be halves of collision attacks

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0; info: nblocks records of 6 x 8 words: the chaining values
           before the block, word by word, and masks
Output     cv, info
Approach   sha1_x64_avx2_x8. Beside the rounds each condition is looked at on the words of eight
           messages at once (_wide_conditions.py): exclusive or, two shifts and the mask.
Registers  ymm 0-4, 5            a b c d e, which rotate; K
           ymm 6 7 8             temporaries, the newest schedule word
           ymm 6-7 9-14          rows of the transposition and its temporaries
           ymm 9, 10-13          the vectors that are left; temporaries of the conditions
           ymm 15                the shuffle mask that makes words of big-endian bytes
           rdi rsi rdx r11      cv, pointer array, blocks left, trace
           r8 r9                bytes done of each message; a message pointer
           rax rcx              the middles of the halves of the ring
           rsp                  the ring of 16 schedule words; wiped on return
Lab notes  docs/kernels/sha1dc.md.
"""

from asmgen.kernel import Kernel

from ..multi_buffer._vector_lanes_avx import Avx2, lanes
from ._lanes import Conditions
from ._test_blocks import lane_inputs

KERNEL = Kernel(
    stem="sha1dc_x64_avx2_x8",
    bits=64,
    isa=("avx2",),
    lanes=8,
    min_size=384,
    summary="eight messages in the lanes of AVX2 registers, conditions on all at once",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=lane_inputs(8),
)


@KERNEL.function("sha1dc.lanes")
def entry(f):
    lanes(f, Avx2, Conditions)
