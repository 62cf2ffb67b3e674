# SPDX-License-Identifier: MIT
"""sha1.lanes that tells which blocks may be halves of collision attacks

Inputs     cv: 16 chaining values of 5 words; blocks: 16 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0; info: nblocks records of 6 x 16 words: the chaining values
           before the block, word by word, and masks
Output     cv, info
Approach   sha1_x64_avx512_x16. Beside the rounds each condition is looked at on the words of sixteen
           messages at once (_wide_conditions.py): exclusive or, two shifts and the mask.
Registers  zmm 0-4, 5            a b c d e, which rotate; K
           zmm 6 7 8             temporaries, the newest schedule word
           zmm 6-7 9-14          rows of the transposition and its temporaries
           zmm 9, 10-13          the vectors that are left; temporaries of the conditions
           zmm 15                the shuffle mask that makes words of big-endian bytes
           rdi rsi rdx r11      cv, pointer array, blocks left, trace
           r8 r9                bytes done of each message; a message pointer
           rcx                  the ring
           rsp                  the ring of 16 schedule words; wiped on return
Lab notes  docs/kernels/sha1dc.md.
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
