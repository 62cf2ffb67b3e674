# SPDX-License-Identifier: MIT
"""sha1.blocks with a trace of each block, for the detection of collision attacks

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0; info: nblocks
           records of 124 bytes: W[60..79], cv before the block, state before step 60, mask
Output     cv, info
Approach   As sha1dc_x64_shani, with AVX-512 for the schedule (four and eight operations a group) and
           GFNI for the planes: an affine map with a quadword of data for its matrix turns eight
           bytes into eight planes. Each kind of conditions has a lane for three rotations.
Registers  xmm0 to xmm7         as in sha1_x64_shani
           xmm3 to xmm10        eight groups of the schedule
           xmm11                what goes into the trace
           ymm11 to ymm15       the pieces' temporaries
           rdi rsi rdx rcx      cv, message pointer, blocks left, trace
           r8 r9                words 67 down to 32 of this block, of the block before
           rax                  words for the trace, a kind's x
           rsp                  the chaining value as vectors; two buffers of words; planes; x's;
                                wiped on return
Lab notes  docs/kernels/sha1dc.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ..shani._shani import SCRATCH, word_by_avx512
from . import _shani_block_info
from ._bitplanes import FIRST, lanes_by_rotation
from ._bitplanes_avx2 import TRACE, TRACE_MASK, constant, fold, left
from ._shani_block_info import BUFFER, LAST
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani_gfni",
    bits=64,
    isa=("avx512vbmi", "avx512vl", "bmi2", "gfni", "ssse3", "shani"),
    summary="the SHA extensions, AVX-512 for the schedule, planes by GFNI",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
)

CHOOSE, OR_AND = 0xAC, 0xF8  # vpternlogd: c or b as a says; a | (b & c)
TEMPORARIES = (ymm11, ymm12, ymm13, ymm14, ymm15)
WIDTH, VECTORS, ROTATIONS = 8, 4, 3
LANES = lanes_by_rotation(WIDTH * VECTORS, ROTATIONS)
KINDS = sorted({kind for kind, _ in LANES})
PLANES = SCRATCH + 2 * BUFFER  # in the scratch area
SUMS = PLANES + 64


def bytes_of_words():
    """vpermb on dwords with the bytes a0 b3 b0 a3: quadwords of a0, b0, a3, b3."""
    return [4 * n + byte for byte in (0, 2, 3, 1) for n in range(8)]


def interleaved():
    """vpshufb on the planes of two quadwords: the second's byte n, the first's."""
    return [8 * (1 - at % 2) + at // 2 for at in range(16)] * 2


def plane(r, bit):
    low = bit % 4 + (4 if bit >= 24 else 0)
    return dword[r.scratch + (PLANES + 32 * (bit // 4 % 2) + 4 * low)]


def planes(f, r):
    """Bits 0 to 7 and 24 to 31 of W[FIRST ..] of the block before."""
    a, b, x, y, order = TEMPORARIES
    f.phase("the bit planes of the block before")
    f.vmovdqu(order, constant(f, "bytes_of_words", bytes_of_words(), 1))
    for n, part in enumerate((a, b)):  # sixteen words each, the last words first
        at = r.before + (4 * (LAST - FIRST - 31) + 64 * n)
        f.vprold(x, ymmword[at + 32], 16)
        f.vmovdqu(y, constant(f, "outer", [0xFF0000FF] * WIDTH, 4))
        f.vpternlogd(y, x, ymmword[at], CHOOSE)
        f.vpermb(y, order, y)
        f.vmovdqu(part, constant(f, "unit", [1 << bit for bit in range(8)] * 4, 1))
        f.vgf2p8affineqb(part, part, y, 0)
        f.vpshufb(part, part, constant(f, "interleaved", interleaved(), 1))
    f.vpunpcklwd(x, b, a)
    f.vpunpckhwd(y, b, a)
    f.vmovdqu(ymmword[r.scratch + PLANES], x)
    f.vmovdqu(ymmword[r.scratch + (PLANES + 32)], y)
    f.vzeroupper()


def kind_sum(f, r, kind):
    """Where two bits do not sum to what they should, to all lanes that want to know."""
    f.phase(f"W[t + {kind.distance}] bit {kind.bj}, W[t] bit {kind.bi}")
    if kind.distance:
        f.rorx(eax, plane(r, kind.bj), kind.distance)
    else:
        f.mov(eax, plane(r, kind.bj))
    f.xor(eax, plane(r, kind.bi))
    if kind.want:
        f.not_(eax)
    for lane, (mine, _) in enumerate(LANES):
        if mine == kind:
            f.mov(dword[r.scratch + (SUMS + 4 * lane)], eax)


def result(f, r):
    """The vectors that no condition excludes, into the trace."""
    x, y, total, *_ = TEMPORARIES
    f.phase("the vectors left to the block before")
    f.vpxor(total, total, total)
    for n in range(VECTORS):
        f.vmovdqu(x, ymmword[r.scratch + (SUMS + 32 * n)])
        for k in range(ROTATIONS):
            counts, masks = zip(*(by[k] for _, by in LANES[WIDTH * n : WIDTH * (n + 1)]))
            f.vprorvd(y, x, constant(f, f"rotation{n}_{k}", counts, 4))
            f.vpternlogd(total, y, constant(f, f"mask{n}_{k}", masks, 4), OR_AND)
    fold(f, total, y, (0x4E, 0xB1))
    f.vpbroadcastd(total, total.view(128), note="from the families' order to that of the vectors")
    left(f, eax, total, y)
    f.mov(dword[r.info + (TRACE_MASK - TRACE)], eax)
    f.vzeroupper()


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    _shani_block_info.blocks(
        f, TEMPORARIES, SUMS + 4 * len(LANES), planes, KINDS, kind_sum, result, word_by_avx512
    )
