# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The rounds are those of sha1_x64_shani_vl: sha1rnds4, and AVX-512 instructions on xmm registers for
           the message schedule and e. Beside the rounds of a block, the kernel evaluates the UBCs on the
           block before: vgf2p8affineqb, with eight bytes of words as its matrix, makes eight
           bit planes at once, general registers compute from the planes the violations of the 22 kinds of
           UBCs, and vector rotations move each violation to the bits of the DVs that it excludes. On the
           last block, vpermb puts the planes into vectors, from which a rotation and one more operation
           make eight violations.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The planes follow group
           3, the kinds groups 5 to 13, the mask group 17. The first block has no conditions beside it.
           Those on the last block follow its rounds in the code. The CPU executes them beside its last
           rounds, because they load nothing that was just stored. The SHA extensions are slow while upper
           halves of ymm registers are dirty: each piece of ymm code ends in vzeroupper.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b is
           a 32-bit integer with W[35].b to W[66].b.
Registers  xmm0                 a b c d, a in element 3
           xmm1                 e + the group's words
           xmm2                 e of the next group in element 3, the other elements 0
           xmm3 xmm4            the chaining value as vectors a b c d and e
           xmm5                 temporary of info
           ymm11 to ymm15       temporaries of the conditions; on the last block also ymm3 to ymm10
           xmm16-31             the last sixteen groups: group g in number 16 + g mod 16; cleared on return
           k1                   the mask of element 3
           rdi rsi rdx rcx      cv, address of the block, blocks left, its info
           r8 r9                W[67] down to W[32] of this block, of the block before
           rax                  temporary: the violations of a kind
Frame      rsp+0, rsp+144       the two buffers of words; wiped on return, as are
           rsp+288 to +351      the bit planes: 0 to 3, 24 to 27, 4 to 7, 28 to 31
           rsp+352 to +479      the violations of the kinds, in the order of the rotations
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 102.4 cycles a block in calls of 256 blocks, 103.4 of 32,
           128 of one; with sha1nexte 109.4, 110.7 and 133. When the conditions on the last block went through
           general registers and memory, calls of one block took 166. Their words loaded in halves, as they
           were stored, gained nothing.
           2026-11-22, Intel Sapphire Rapids, with sha1nexte: 111.9 in calls of 32. With groups 4 to 7 by
           sha1msg1, pxor and sha1msg2 117.5. With the conditions in zmm registers, in one piece on the same
           block 137 to 142: 512-bit operations close one of three vector ports.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from . import _shani_block_info
from ._bitplanes import FIRST, INFO, INFO_MASK, masks_note, rotation_elements, violation
from ._bitplanes_avx2 import constant, dv_mask, element_of, in_second, or_elements
from ._shani_block_info import BUFFER, LAST
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani_gfni",
    arch="x64",
    isa=("avx512vbmi", "avx512vl", "bmi2", "gfni", "shani"),
    summary="the SHA extensions, AVX-512 for the schedule, planes by GFNI",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents={
        f"vpternlogd {x}, {y}, {y}, 0xc3 -> vpternlogd {x}, {y}, {z}, 0xc3": "EQUAL ignores the third operand"
        for x, y, z in (("ymm3", "ymm4", "ymm5"), ("ymm7", "ymm8", "ymm9"))
    },
)

# vpternlogd: a ? c : b; a | (b & c); not (a ^ b)
SELECT, OR_AND, EQUAL = 0xAC, 0xF8, 0xC3


TEMPORARIES = (ymm11, ymm12, ymm13, ymm14, ymm15)
FREE = (ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10)  # after the rounds
WIDTH, VECTORS, ROTATIONS = 8, 4, 3
# A vector of elements has one `want`. The order inside is that of the vectors which hold the two bit planes, so
# that few vectors of elements take planes from both.
ELEMENTS = sorted(
    rotation_elements(WIDTH * VECTORS, ROTATIONS),
    key=lambda element: (element[0].want, in_second(element[0].bj), in_second(element[0].bi)),
)
KINDS = sorted({kind for kind, _ in ELEMENTS})
PLANES = 2 * BUFFER  # in the scratch area
SUMS = PLANES + 64


def bytes_of_words():
    """Returns the vpermb indices from dwords a0 b3 b0 a3 (bytes 0 and 3 of words a and b) to quadwords of
    a0, b0, a3 and b3."""
    return [4 * n + byte for byte in (0, 2, 3, 1) for n in range(8)]


def interleaved():
    """Returns the vpshufb indices that alternate the bytes of two quadwords, the second's first."""
    return [8 * (1 - at % 2) + at // 2 for at in range(16)] * 2


def plane(r, bit):
    """Returns the memory operand of a bit plane."""
    return dword[r.scratch + (PLANES + 32 * in_second(bit) + 4 * element_of(bit))]


def plane_vectors(f, r):
    """Computes bit planes 0 to 7 and 24 to 31 of the block before. Returns the two vectors that hold them."""
    a, b, x, y, order = TEMPORARIES
    f.vmovdqu(order, constant(f, "bytes_of_words", bytes_of_words(), 1))
    for n, part in enumerate((a, b)):  # 16 words each, the last words first
        at = r.before + (4 * (LAST - FIRST - 31) + 64 * n)
        end = FIRST + 31 - 16 * n
        f.vprold(x, ymmword[at + 32], 16, note=f"W[{end - 8}] down to W[{end - 15}], halves exchanged")
        f.vmovdqu(y, constant(f, "outer", [0xFF0000FF] * WIDTH, 4))
        f.vpternlogd(y, x, ymmword[at], SELECT, note=f"outer bytes of W[{end}] down to W[{end - 7}]")
        f.vpermb(y, order, y, note="8 low bytes, 8 low, 8 high, 8 high")
        f.vmovdqu(part, constant(f, "unit", [1 << bit for bit in range(8)] * 4, 1))
        f.vgf2p8affineqb(part, part, y, 0, note="byte b: bit b of eight bytes")
        f.vpshufb(part, part, constant(f, "interleaved", interleaved(), 1), note="16 bits of each plane")
    f.vpunpcklwd(x, b, a)
    f.vpunpckhwd(y, b, a)
    return x, y


def planes(f, r):
    """Stores bit planes 0 to 7 and 24 to 31 of the block before."""
    f.phase("the bit planes of the block before")
    x, y = plane_vectors(f, r)
    f.vmovdqu(ymmword[r.scratch + PLANES], x, note="bit planes 0 to 3, 24 to 27")
    f.vmovdqu(ymmword[r.scratch + (PLANES + 32)], y, note="bit planes 4 to 7, 28 to 31")
    f.vzeroupper()


def violations(f, r, kind):
    """Stores the violations of the conditions of a kind in all elements that rotate them."""
    number = KINDS.index(kind)
    note = violation(number, kind)
    if kind.distance:
        f.rorx(eax, plane(r, kind.bj), kind.distance, note=note)
    else:
        f.mov(eax, plane(r, kind.bj), note=note)
    f.xor(eax, plane(r, kind.bi), note=f"^ bit plane {kind.bi}")
    if kind.want:
        f.not_(eax)
    for element, (mine, _) in enumerate(ELEMENTS):
        if mine == kind:
            f.mov(dword[r.scratch + (SUMS + 4 * element)], eax, note=f"violations of kind {number}")


def elements_of_vector(n):
    """Returns the elements of vector n of violations, and a note."""
    some = ELEMENTS[WIDTH * n : WIDTH * (n + 1)]
    return some, "violations of kinds " + " ".join(str(KINDS.index(kind)) for kind, _ in some)


def exclude(f, total, x, y, n):
    """Adds to total the DVs that vector n of violations, x, excludes. Writes y."""
    some, _ = elements_of_vector(n)
    for k in range(ROTATIONS):
        counts, masks = zip(*(by[k] for _, by in some))
        f.vprorvd(y, x, constant(f, f"rotation{n}_{k}", counts, 4), note="bits of W[t] to bits of DVs")
        note = masks_note(KINDS, zip((kind for kind, _ in some), masks))
        mask = constant(f, f"mask{n}_{k}", masks, 4, note=note)
        f.vpternlogd(total, y, mask, OR_AND, note="exclude DVs that have the condition")


def spread(f, to, index, other, held, name, bits):
    """Puts bit plane bits[i] into element i of vector `to`. held: the two vectors of planes. name: of the
    constant. Writes index and other."""
    pick = sum(1 << at for at, bit in enumerate(bits) if in_second(bit))
    content = [4 * element_of(bit) + byte for bit in bits for byte in range(4)]
    f.vmovdqu(index, constant(f, name, content, 1))
    f.vpermb(to, index, held[pick != 0], note="planes " + " ".join(map(str, bits)))
    if 0 < pick < 0xFF:
        f.vpermb(other, index, held[0])
        f.vpblendd(to, other, to, pick, note="elements of which the plane is in the second vector")


def alone(f, r):
    """Stores the mask of the block before. Planes and violations stay in vectors. This takes more vector
    operations than `planes`, `violations` and `result`, but no loads of what was just stored."""
    f.phase("the conditions on the last block")
    held = plane_vectors(f, r)
    total, y = TEMPORARIES[4], TEMPORARIES[0]
    f.vpxor(total, total, total)
    for n in range(VECTORS):
        x, distant, index, other = FREE[:4] if n % 2 else FREE[4:]
        some, note = elements_of_vector(n)
        kinds = [kind for kind, _ in some]
        spread(f, distant, index, other, held, f"distant{n}", [kind.bj for kind in kinds])
        distance = constant(f, f"distance{n}", [kind.distance for kind in kinds], 4)
        f.vprorvd(distant, distant, distance, note="W[t+d] to the position of W[t]")
        spread(f, x, index, other, held, f"near{n}", [kind.bi for kind in kinds])
        (want,) = {kind.want for kind in kinds}
        if want:
            f.vpternlogd(x, distant, distant, EQUAL, note=note)
        else:
            f.vpxor(x, x, distant, note=note)
        exclude(f, total, x, y, n)
    store_mask(f, r, total, y)


def result(f, r):
    """Stores the mask of the block before."""
    x, y, total, *_ = TEMPORARIES
    f.phase("the DVs that no condition on the block before excludes")
    f.vpxor(total, total, total)
    for n in range(VECTORS):
        _, note = elements_of_vector(n)
        f.vmovdqu(x, ymmword[r.scratch + (SUMS + 32 * n)], note=note)
        exclude(f, total, x, y, n)
    store_mask(f, r, total, y)


def store_mask(f, r, total, y):
    """Stores the mask of the DVs that no element of total excludes. Writes total and y."""
    or_elements(f, total, y, (0x4E, 0xB1))
    f.vpbroadcastd(total, total.view(128))
    dv_mask(f, eax, total, y)
    f.mov(dword[r.info + (INFO_MASK - INFO)], eax, note="info of the block before: mask")
    f.vzeroupper()


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    _shani_block_info.blocks(
        f,
        _shani_block_info.VlRounds,
        (*TEMPORARIES, *FREE),
        SUMS + 4 * len(ELEMENTS),
        planes,
        KINDS,
        violations,
        result,
        alone,
    )
