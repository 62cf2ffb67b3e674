# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The rounds use the SHA extensions, which leave two thirds of the machine idle. The schedule uses
           sha1msg1, pxor and sha1msg2 in groups 4 to 7, and later W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^
           W[t-28] ^ W[t-32]), because Intel cores decode sha1msg2 to a dozen micro-operations. This is for Intel
           processors with the SHA extensions and without AVX-512. Beside the rounds of a block, the kernel evaluates the UBCs on the block
           before: vpmovmskb makes 11 bit planes, general registers compute from these the violations of
           the 22 kinds of UBCs, and vector shifts move each violation to the bits of the DVs that it
           excludes.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The planes follow group
           3, the kinds groups 5 to 13, the mask group 17. The first block has no conditions beside it, and
           those on the last block follow its rounds. The SHA extensions are slow while upper halves of ymm
           registers are dirty: each piece of ymm code ends in vzeroupper.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b is
           a 32-bit integer with W[35].b to W[66].b.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group
           xmm3 to xmm10        the last eight groups: group g in xmm(3 + g mod 8)
           xmm11                temporary of the schedule and of info
           ymm11 to ymm15       temporaries of the conditions
           rdi rsi rdx rcx      cv, address of the block, blocks left, its info
           r8 r9                W[67] down to W[32] of this block, of the block before
           rax                  temporary: a word for info, a plane, the violations of a kind
Frame      rsp+0, rsp+16        the chaining value as vectors a b c d and e; wiped on return, as are
           rsp+32, rsp+176      the two buffers of words
           rsp+320 to +363      the bit planes
           rsp+368 to +559      the violations of the kinds, in the order of the shifts
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 2.12 cycles/byte; 133 cycles a block in calls of 32,
           113 of them for rounds, words and info. With sha1msg1, pxor and sha1msg2 for the whole schedule
           166 instead of 147; with the conditions in other places 147 instead of 136.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ..shani._shani import SCRATCH
from . import _shani_block_info
from ._bitplanes import COUNT, FIRST, INFO, INFO_MASK, shift_vectors, violation
from ._bitplanes_avx2 import Conditions, dv_mask, or_elements
from ._shani_block_info import BUFFER, LAST
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani_avx",
    arch="x64",
    isa=("avx2", "ssse3", "shani"),
    summary="the SHA extensions, most of the schedule in AVX, the conditions one block later",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
)

TEMPORARIES = (ymm11, ymm12, ymm13, ymm14, ymm15)
CONDITIONS = Conditions(shift_vectors(8), 1)
PLANES, SUMS = SCRATCH + 2 * BUFFER, SCRATCH + 2 * BUFFER + 4 * 12  # in the scratch area
# vpshufb mask on words in descending order: the low bytes in ascending order, then the high bytes
SPLIT_BYTES = bytes((12, 8, 4, 0, 15, 11, 7, 3, *[0x80] * 8)) * 2


def plane(r, bit):
    """Returns the memory operand of a bit plane."""
    return dword[r.scratch + (PLANES + 4 * CONDITIONS.bits.index(bit))]


def planes(f, r):
    """Stores the bit planes of the block before for all bits that the conditions compare."""
    *quarters, t = TEMPORARIES
    f.phase("the bit planes of the block before")
    for n, q in enumerate(quarters):
        first = FIRST + 4 * n
        second = first + COUNT // 2
        low, high = (4 * (LAST - (w + 3)) for w in (first, second))
        f.vmovdqu(q.view(128), xmmword[r.before + low], note=words(first))
        f.vinserti128(q, q, xmmword[r.before + high], 1, note=words(second))
        f.vpshufb(q, q, ymmword[f.constant("split", SPLIT_BYTES)], note="low bytes, high bytes")
    a, b, c, d = quarters
    f.vpunpckldq(a, a, b)
    f.vpunpckldq(c, c, d)
    f.vpunpcklqdq(b, a, c, note=f"low bytes of W[{FIRST}..{FIRST + COUNT - 1}]")
    f.vpunpckhqdq(d, a, c, note="high bytes")
    for bit in CONDITIONS.bits:
        held, up = (b, 7 - bit) if bit < 8 else (d, 31 - bit)
        if up:
            f.vpsllw(t, held, up, note=f"bit {bit} to the top of each byte")
            held = t
        f.vpmovmskb(eax, held)
        f.mov(plane(r, bit), eax, note=f"bit plane {bit}")
    f.vzeroupper()


def violations(f, r, kind):
    """Stores the violations of the conditions of a kind in all elements that shift them."""
    number = CONDITIONS.kinds.index(kind)
    f.mov(eax, plane(r, kind.bj), note=violation(number, kind))
    if kind.distance:
        f.shr(eax, kind.distance)
    f.xor(eax, plane(r, kind.bi), note=f"^ bit plane {kind.bi}")
    if kind.want:
        f.not_(eax)
    for n, element in CONDITIONS.elements(kind):
        f.mov(dword[r.scratch + (SUMS + 32 * n + 4 * element)], eax, note=f"violations of kind {number}")


def result(f, r):
    """Stores the mask of the block before."""
    x, y, total, *_ = TEMPORARIES
    f.phase("the DVs that no condition on the block before excludes")
    CONDITIONS.excluded(f, total, x, y, lambda n: ymmword[r.scratch + (SUMS + 32 * n)])
    or_elements(f, total, y, (0x4E, 0xB1))
    f.vpbroadcastd(total, total.view(128))
    dv_mask(f, eax, total, y)
    f.mov(dword[r.info + (INFO_MASK - INFO)], eax, note="info of the block before: mask")
    f.vzeroupper()


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    _shani_block_info.blocks(
        f,
        _shani_block_info.NexteRounds,
        TEMPORARIES,
        SUMS + 32 * len(CONDITIONS.vectors),
        planes,
        CONDITIONS.kinds,
        violations,
        result,
    )
