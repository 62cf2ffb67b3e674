# SPDX-License-Identifier: MIT
"""sha1.blocks with a trace of each block, for the detection of collision attacks

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0; info: nblocks
           records of 124 bytes: W[60..79], cv before the block, state before step 60, mask
Output     cv, info
Approach   The rounds of sha1_x64_shani, which leave two thirds of the machine idle. Beside them the
           expanded words are stored, and the conditions of the block before are looked at by bit
           planes (_planes.py): 11 planes by packing bytes and pmovmskb, 22 kinds of conditions in
           general registers, and shifted masks of these in vectors. Instructions of the SHA
           extensions must not meet dirty upper halves: ymm code comes in two pieces that end in
           vzeroupper.
Registers  xmm0 to xmm7         as in sha1_x64_shani
           xmm8                 what goes into the trace
           ymm9 to ymm13        the pieces' temporaries
           rdi rsi rdx rcx      cv, message pointer, blocks left, trace
           r8 r9                words 67 down to 32 of this block, of the block before
           rax                  words for the trace, a plane, a kind's x
           rsp                  the chaining value as vectors; two buffers of words; planes; x's;
                                wiped on return
Lab notes  docs/kernels/sha1dc.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ..shani._shani import SCRATCH
from . import _shani_block_info
from ._bitplanes import COUNT, FIRST, vectors
from ._bitplanes_avx2 import TRACE, TRACE_MASK, Conditions, fold, left
from ._shani_block_info import BUFFER, LAST
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani",
    bits=64,
    isa=("avx2", "ssse3", "shani"),
    summary="the SHA extensions, with the conditions by bit planes beside them",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
)

TEMPORARIES = (ymm11, ymm12, ymm13, ymm14, ymm15)
CONDITIONS = Conditions(vectors(8), 1)
PLANES, SUMS = SCRATCH + 2 * BUFFER, SCRATCH + 2 * BUFFER + 4 * 12  # in the scratch area
# the low bytes of four words that lie last first, then their high bytes
SPLIT_BYTES = bytes((12, 8, 4, 0, 15, 11, 7, 3, *[0x80] * 8)) * 2


def plane(r, bit):
    return dword[r.scratch + (PLANES + 4 * CONDITIONS.bits.index(bit))]


def planes(f, r):
    """Bit b of W[FIRST ..] of the block before into plane b, for all b that conditions look at."""
    *quarters, t = TEMPORARIES
    f.phase("the bit planes of the block before")
    for n, q in enumerate(quarters):
        first = FIRST + 4 * n
        low, high = (4 * (LAST - (w + 3)) for w in (first, first + COUNT // 2))
        f.vmovdqu(q.view(128), xmmword[r.before + low])
        f.vinserti128(q, q, xmmword[r.before + high], 1)
        f.vpshufb(q, q, ymmword[f.constant("split", SPLIT_BYTES)])
    a, b, c, d = quarters
    f.vpunpckldq(a, a, b)
    f.vpunpckldq(c, c, d)
    f.vpunpcklqdq(b, a, c, note="the low bytes of the words, in order")
    f.vpunpckhqdq(d, a, c, note="the high bytes")
    for bit in CONDITIONS.bits:
        held, up = (b, 7 - bit) if bit < 8 else (d, 31 - bit)
        if up:
            f.vpsllw(t, held, up)
            held = t
        f.vpmovmskb(eax, held)
        f.mov(plane(r, bit), eax)
    f.vzeroupper()


def kind_sum(f, r, kind):
    """Where two bits do not sum to what they should, to all lanes that want to know."""
    f.mov(eax, plane(r, kind.bj), note=f"W[t + {kind.distance}] bit {kind.bj}, W[t] bit {kind.bi}")
    if kind.distance:
        f.shr(eax, kind.distance)
    f.xor(eax, plane(r, kind.bi))
    if kind.want:
        f.not_(eax)
    for n, lane in CONDITIONS.places(kind):
        f.mov(dword[r.scratch + (SUMS + 32 * n + 4 * lane)], eax)


def result(f, r):
    """The vectors that no condition excludes, into the trace."""
    x, y, total, *_ = TEMPORARIES
    f.phase("the vectors left to the block before")
    CONDITIONS.excluded(f, total, x, y, lambda n: ymmword[r.scratch + (SUMS + 32 * n)])
    fold(f, total, y, (0x4E, 0xB1))
    f.vpbroadcastd(total, total.view(128), note="from the families' order to that of the vectors")
    left(f, eax, total, y)
    f.mov(dword[r.info + (TRACE_MASK - TRACE)], eax)
    f.vzeroupper()


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    _shani_block_info.blocks(
        f, TEMPORARIES, SUMS + 32 * len(CONDITIONS.packed), planes, CONDITIONS.kinds, kind_sum, result
    )
