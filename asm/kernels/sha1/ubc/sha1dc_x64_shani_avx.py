# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The rounds use the SHA extensions, which leave two thirds of the machine idle. The schedule uses
           sha1msg1, pxor and sha1msg2 in groups 4 to 7, and later W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^
           W[t-28] ^ W[t-32]), because Intel cores decode sha1msg2 to a dozen micro-operations. This is for Intel
           processors with the SHA extensions, AVX2 and GFNI, and without AVX-512. Beside the rounds of a block,
           the kernel evaluates the UBCs on the block before: vgf2p8affineqb, with eight bytes of words as its
           matrix, makes eight bit planes at once, general registers compute from the planes the violations of
           the 22 kinds of UBCs, and vector shifts move each violation to the bits of the DVs that it excludes.
           On the last block, vpermd puts the planes into vectors, from which a shift and one or two more
           operations make eight violations.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The planes follow group
           3, the kinds groups 5 to 13, the mask group 17. The first block has no conditions beside it, and
           those on the last block follow its rounds: they load nothing that was just stored but words. The SHA
           extensions are slow while upper halves of ymm registers are dirty: each piece of ymm code ends in
           vzeroupper.
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
           ymm11 to ymm15       temporaries of the conditions; on the last block also ymm3 to ymm6
           rdi rsi rdx rcx      cv, address of the block, blocks left, its info
           r8 r9                W[67] down to W[32] of this block, of the block before
           rax                  temporary: a word for info, the violations of a kind
Frame      rsp+0, rsp+16        the chaining value as vectors a b c d and e; wiped on return, as are
           rsp+32, rsp+176      the two buffers of words
           rsp+320 to +383      the bit planes: 0 to 3, 24 to 27, 4 to 7, 28 to 31
           rsp+384 to +543      the violations of the kinds, in the order of the shifts
Lab notes  2026-11-29, Intel Xeon (family 6 model 207), AVX-512 not used: 118 cycles a block in calls of 256 blocks, 120
           of 32, 123 of nine, 133 of two, 148 of one. With planes by vpmovmskb, six vectors of two shifts instead of
           five of up to three, and the last block's violations through memory 122, 124, 128, 148 and 177.
           2026-11-22, Intel Sapphire Rapids, 16 KiB: with sha1msg1, pxor and sha1msg2 for the whole schedule
           166 instead of 147 cycles a block; with the conditions in other places 147 instead of 136.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ..shani._shani import SCRATCH
from . import _shani_block_info
from ._bitplanes import COUNT, FIRST, INFO, INFO_MASK, shift_vectors, violation
from ._bitplanes_avx2 import Conditions, constant, dv_mask, element_of, in_second, or_elements
from ._shani_block_info import BUFFER, LAST
from ._test_blocks import inputs

TEMPORARIES = (ymm11, ymm12, ymm13, ymm14, ymm15)
FREE = (ymm3, ymm4, ymm5, ymm6)  # after the rounds
CONDITIONS = Conditions(shift_vectors(8, 3), 1)
PLANES = SCRATCH + 2 * BUFFER  # in the scratch area
SUMS = PLANES + 64
# vpshufb mask on words in descending order: the low bytes, then the high bytes
SPLIT_BYTES = bytes((0, 4, 8, 12, 3, 7, 11, 15, *[0x80] * 8)) * 2
# vpshufb mask: alternates the bytes of two quadwords
BY_TURNS = bytes(at // 2 + 8 * (at % 2) for at in range(16)) * 2
# constants of masks and the bytes in which a condition of I(46,2) more changes no result
IMPLIED = (("mask0_2", 16), ("mask1_0", 4), ("mask3_2", 8))
UNIT = bytes(1 << bit for bit in range(8)) * 4


def equivalents():
    """Returns the changes of constants that change no result, and why, for mutation testing. The lowest bit of a
    mask is that of I(46,2)."""
    made = {
        f"constant {name} -> byte {at} flipped": why
        for name, places, why in (
            ("split", (8, 12, 24, 28), "vpunpckldq reads the low half of each lane"),
            ("by_turns", (16, 20), "no condition compares bits 24 and 26"),
            ("unit", (16, 24), "no condition compares bit 24"),
            *((name, (at,), "the conditions of I(46,2) imply it") for name, at in IMPLIED),
        )
        for at in places
    }
    for n, vector in enumerate(CONDITIONS.vectors):
        for element in range(len(vector.kinds)):
            place = f"byte {4 * element} flipped"
            shifts = [step[element] for step in vector.shifts]
            for k, (count, mask) in enumerate(shifts):
                if not mask:
                    made[f"constant shift{n}_{k} -> {place}"] = "no DV has this shift"
                if vector.left and count:
                    made[f"constant mask{n}_{k} -> {place}"] = "the lowest bit is zero"
            if not any(mask for _, mask in shifts):
                for name in ("distant", "distance", "near", "want"):
                    made[f"constant {name}{n} -> {place}"] = "an element without a shift"
    return made


KERNEL = Kernel(
    stem="sha1dc_x64_shani_avx",
    arch="x64",
    isa=("avx2", "gfni", "ssse3", "shani"),
    summary="the SHA extensions, most of the schedule in AVX, planes by GFNI",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents=equivalents(),
)


def plane(r, bit):
    """Returns the memory operand of a bit plane."""
    return dword[r.scratch + (PLANES + 32 * in_second(bit) + 4 * element_of(bit))]


def plane_vectors(f, r):
    """Computes the bit planes of the block before. Returns the two vectors that hold them."""
    a, b, c, d, t = TEMPORARIES
    for n, q in enumerate((b, a, d, c)):
        first = FIRST + 4 * n
        second = first + COUNT // 2
        low, high = (4 * (LAST - (w + 3)) for w in (first, second))
        f.vmovdqu(q.view(128), xmmword[r.before + low], note=words(first))
        f.vinserti128(q, q, xmmword[r.before + high], 1, note=words(second))
        f.vpshufb(q, q, ymmword[f.constant("split", SPLIT_BYTES)], note="low bytes, high bytes")
    f.vpunpckldq(a, a, b)
    f.vpunpckldq(c, c, d)
    f.vpunpcklqdq(b, a, c, note="32 low bytes")
    f.vpunpckhqdq(d, a, c, note="32 high bytes")
    f.vperm2i128(a, b, d, 0x20, note=f"bytes of W[{FIRST}..{FIRST + 15}]: low, high")
    f.vperm2i128(c, b, d, 0x31, note=f"bytes of W[{FIRST + 16}..{FIRST + 31}]")
    f.vmovdqu(t, ymmword[f.constant("unit", UNIT)])
    for q in (a, c):
        f.vgf2p8affineqb(q, t, q, 0, note="byte b of 8: bit b of eight bytes")
        f.vpshufb(q, q, ymmword[f.constant("by_turns", BY_TURNS)], note="16 bits of each plane")
    f.vpunpcklwd(b, a, c)
    f.vpunpckhwd(d, a, c)
    return b, d


def planes(f, r):
    """Stores the bit planes of the block before."""
    f.phase("the bit planes of the block before")
    for n, held in enumerate(plane_vectors(f, r)):
        first = 4 * n
        note = f"bit planes {first} to {first + 3}, {first + 24} to {first + 27}"
        f.vmovdqu(ymmword[r.scratch + (PLANES + 32 * n)], held, note=note)
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

    def load(n, note):
        f.vmovdqu(x, ymmword[r.scratch + (SUMS + 32 * n)], note=note)

    f.phase("the DVs that no condition on the block before excludes")
    CONDITIONS.excluded(f, total, x, y, load)
    store_mask(f, r, total, y)


def store_mask(f, r, total, y):
    """Stores the mask of the DVs that no element of total excludes. Writes total and y."""
    or_elements(f, total, y, (0x4E, 0xB1))
    f.vpbroadcastd(total, total.view(128))
    dv_mask(f, eax, total, y)
    f.mov(dword[r.info + (INFO_MASK - INFO)], eax, note="info of the block before: mask")
    f.vzeroupper()


def spread(f, to, other, held, name, bits):
    """Puts bit plane bits[i] into element i of vector `to`. held: the two vectors of planes. name: of the
    constant. Writes other."""
    pick = sum(1 << at for at, bit in enumerate(bits) if in_second(bit))
    f.vmovdqu(to, constant(f, name, [element_of(bit) for bit in bits], 4))
    if 0 < pick < 0xFF:
        f.vpermd(other, to, held[0])
    f.vpermd(to, to, held[pick != 0], note="planes " + " ".join(map(str, bits)))
    if 0 < pick < 0xFF:
        f.vpblendd(to, other, to, pick, note="elements of which the plane is in the second vector")


def alone(f, r):
    """Stores the mask of the block before. Planes and violations stay in vectors. This takes more vector
    operations than `planes`, `violations` and `result`, but no loads of what was just stored."""
    f.phase("the conditions on the last block")
    held = plane_vectors(f, r)
    x, y, total, other = FREE

    def load(n, note):
        kinds = CONDITIONS.vectors[n].kinds
        spread(f, x, other, held, f"distant{n}", [kind.bj for kind in kinds])
        distance = constant(f, f"distance{n}", [kind.distance for kind in kinds], 4)
        f.vpsrlvd(x, x, distance, note="W[t+d] to the position of W[t]")
        spread(f, y, other, held, f"near{n}", [kind.bi for kind in kinds])
        f.vpxor(x, x, y, note=note)
        if any(kind.want for kind in kinds):
            want = [0xFFFFFFFF if kind.want else 0 for kind in kinds]
            f.vpxor(x, x, constant(f, f"want{n}", want, 4), note="complements")

    CONDITIONS.excluded(f, total, x, y, load)
    store_mask(f, r, total, y)


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
        alone,
    )
