# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The schedule and the conditions depend on the block alone. So sha1msg1, pxor and sha1msg2 run many
           groups ahead of the rounds, and a block's conditions are evaluated beside its own rounds, which wait
           for each other. vpmovmskb makes 11 bit planes. General registers compute from these the violations
           of the 22 kinds of UBCs. Rotations move them to the bits of the DVs that they exclude: of two
           kinds at once, or of one kind by two distances.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The schedule reaches W[67]
           after group 6, where the planes follow, and then the kinds up to group 18 and the mask. The SHA
           extensions are slow while upper halves of ymm registers are dirty: each piece of ymm code ends in
           vzeroupper.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b is
           a 32-bit integer with W[35].b to W[66].b, of which W[t].b is bit t mod 32.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group
           xmm3 to xmm6         the last four groups: group g in xmm(3 + g mod 4)
           xmm7 xmm8            the chaining value as vectors a b c d and e
           xmm9                 temporary of info and of the planes
           ymm10 to ymm13       temporaries of the conditions
           rdi rsi rdx rcx      cv, address of the block, blocks left, its info
           r8 r9                excluded DVs
           rax r10 r11          the violations of kinds, temporaries
Frame      rsp+0 to +43         the bit planes; wiped on return, as are
           rsp+48 to +287       groups that are used after their registers are replaced
Lab notes  2026-11-28, AMD EPYC (family 25 model 1): 132 cycles a block in calls of one block, 122.6 of 256;
           sha1_x64_shani 130.4 and 120.2 in the same run, sha1dc_x64_shani_avx 184.5 and 121.8. With the schedule
           of that kernel, which takes longer to reach W[67], 153 and 148: dispatch waits with the schedulers
           full of conditions. The violations in memory and shifted in vectors, as there, 158 and 151: the loads
           wait until the stores have retired behind the rounds. Planes a group later, conditions up to group 19
           or masks at a base register make no difference beyond 2 cycles. Intel (family 6 model 207): 193 and 177.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK
from ..shani._shani import GROUPS, VECTORS, group_rounds, load, store
from ._bitplanes import INFO, INFO_MASK
from ._bitplanes_avx2 import dv_mask
from ._bitplanes_bmi import BITS, Evaluation, equivalents, move_bits_to_top, pairs_of_one_message
from ._shani_ahead import FIRST, LAST, Words
from ._shani_block_info import chaining_value_into_info, state_into_info, words_into_info
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani",
    arch="x64",
    isa=("avx2", "bmi1", "bmi2", "ssse3", "shani"),
    summary="the SHA extensions, with the conditions on a block beside its rounds",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents=equivalents(("r8", "r9")),
)

RING = (xmm3, xmm4, xmm5, xmm6)
FLIPPED = xmm9
TEMPORARIES = (ymm10, ymm11, ymm12, ymm13)
# {g: the group of rounds after which group g of words is computed}, in place of group g - 4
MADE_AFTER = {**{g: (g - 4) // 2 for g in range(4, 17)}, 17: 8, 18: 10, 19: 11}
PLANES_AFTER, CONDITIONS_AFTER, RESULT_AFTER = 6, range(7, 19), 18
# The groups of which rounds or planes read a copy in memory.
STORED = [g for g in range(GROUPS - 4) if MADE_AFTER[g + 4] < g or FIRST <= g <= LAST - 4]
PLANES, WORDS = 0, 16 * -(-4 * len(BITS) // 16)  # in the scratch area


def planes(f, w, plane):
    """Stores the bit planes of the block. w: its Words."""
    f.phase("the bit planes")
    for bit, register in move_bits_to_top(f, *w.bytes(TEMPORARIES, FLIPPED)):
        f.vpmovmskb(eax, register)
        f.mov(plane(bit), eax, note=f"bit plane {bit}")
    f.vzeroupper()


def result(f, r):
    """Stores the mask."""
    total, y, *_ = TEMPORARIES
    f.phase("the DVs that no condition excludes")
    f.or_(r.total, r.other)
    f.rorx(r.other, r.total, 32)
    f.or_(r.total.view(32), r.other.view(32))
    f.vmovd(total.view(128), r.total.view(32))
    f.vpbroadcastd(total, total.view(128))
    dv_mask(f, eax, total, y)
    f.mov(dword[r.info + INFO_MASK], eax, note="info: mask")
    f.vzeroupper()


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "info": rcx},
        registers={
            **{name: VECTORS[name] for name in ("abcd", "e", "e1")},
            **{str(v): v for v in (*RING, FLIPPED, *TEMPORARIES, rax, r11)},
            "abcd_in": xmm7,
            "e_in": xmm8,
            "total": r8,
            "other": r9,
            "word": r10,
        },
        scratch=WORDS + 16 * len(STORED),
    )
    done, next_block = f.label("done"), f.label("next_block")
    e, w = (r.e, r.e1), Words(f, RING, r.scratch + WORDS, STORED)

    def plane(bit):
        return dword[r.scratch + (PLANES + 4 * BITS.index(bit))]

    evaluation = Evaluation(f, pairs_of_one_message(), plane, (r.total, r.other))
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.vzeroupper()
    load(f, r, r.cv)
    f.align(32)
    f.here(next_block)
    chaining_value_into_info(f, r, FLIPPED)
    f.movdqa(r.abcd_in, r.abcd, note="chaining value: a b c d")
    f.movdqa(r.e_in, r.e, note="chaining value: e")
    for g in range(4):
        w.load(g, r.blocks)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        spare = e[1 - g % 2]
        group_rounds(f, g, r.abcd, e[g % 2], spare, w.at(g))
        state_into_info(f, r, g, spare, FLIPPED)
        for made, after in MADE_AFTER.items():
            if after == g:
                w.make(made)
                words_into_info(f, r, made, RING[made % 4], FLIPPED)
        if g == PLANES_AFTER:
            planes(f, w, plane)
        if g in CONDITIONS_AFTER:
            evaluation.run(CONDITIONS_AFTER.index(g), len(CONDITIONS_AFTER))
        if g == RESULT_AFTER:
            result(f, r)
    f.phase("add the chaining value")
    f.sha1nexte(r.e, r.e_in, note="e = e of the chaining value + ROTL 30 (a before round 76)")
    f.paddd(r.abcd, r.abcd_in)
    f.add(r.blocks, BLOCK)
    f.add(r.info, INFO)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    store(f, r, r.cv)
    f.here(done)
    f.leave()
