# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The rounds are those of sha1_a64_ce. Beside the rounds of a block, the kernel evaluates the UBCs on
           the block before: a transposition of bits makes 11 bit planes, general registers compute from these
           the violations of the 22 kinds of UBCs, and a mask and a rotation move each violation to the bits
           of the DVs that it excludes.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The instructions of the
           conditions on the block before are spread evenly over the groups. The first block has no conditions
           beside it, and those on the last block follow its rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Lane 0 of a vector holds the oldest word. K0 to K3 are the constants of rounds 0 to 19, 20 to
           39, 40 to 59 and 60 to 79.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b is a
           32-bit integer with W[64].b, W[33].b to W[63].b.
Registers  v0               a b c d, a in lane 0
           v1 v2            by turns: e of the group, e of the next group
           v3               a b c d before the group
           v4 v5 v6 v7      the last four groups: group g in v(4 + g mod 4)
           v16 v17 v18 v19  K0 to K3 in all lanes
           v20 v21 v22      words + constant: group g in v(20 + g mod 3)
           v23-25 v28-31    groups 0 to 3: the bit planes of the block before; groups 8 to 14: the bytes of
                            this block; last: the mask of the block before
           v26 v27          0xCC and 0xAA in each byte
           x0 x1 x2 x3      cv, address of the block, blocks left, its info
           w4-14            bit planes 0, 2, 1, 3, 28, 29, 4, 6, 5, 7, 30; w4 also a constant
           x15 x13          excluded DVs; x13 after bit plane 7
           w16 w17          violations of a kind, those that a mask keeps; x16 also the address of a table
Frame      none: the kernel does not touch the stack and saves no register
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25: 98 cycles a block on Neoverse N1,
           95 on N2, 84 on V1, 86 on V2. Without the conditions, as sha1_a64_ce, 83 on N1 and N2, 82 on V1 and
           V2. 187 vector operations a block on the two pipes of N1 take 94. With planes by cmtst and a tree
           of addp, 76 vector operations instead of 40, and words in memory it was 105 on N1, 103 on N2. A
           mask for each of the 64 rotations instead of 44 masks: no change there, 172 instead of 168 on
           Cortex-A72.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from .._spec import words
from ..ce._ce import AHEAD, GROUPS, add_constant, constants, four_rounds, load_words, schedule
from . import _bitplanes_a64
from ._bitplanes import INFO, INFO_CV, INFO_STATE
from ._bitplanes_a64 import MASKS, PLANES, SUMS, TABLE, TEMPORARIES, TERM, X
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_a64_ce",
    arch="a64",
    isa=("armsha1",),
    summary="the SHA-1 instructions of AArch64, with the conditions by bit planes beside them",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents={
        **_bitplanes_a64.equivalents(),
        "addp v24.16b, v24.16b, v24.16b -> addp v24.16b, v24.16b, v25.16b": "the high half is not used",
        **{
            f"{kind} -> {change}": "given their other conditions, the kind before is equal for these DVs"
            for kind, other in (
                ("eon w16, w4, w14, 0x5", "eon w17, w4, w14, 0x5"),
                ("eon w16, w6, w6, 0x2", "eon w17, w6, w6, 0x2"),
            )
            for change in ("dropped", other)
        },
        **{
            f"movz w17, {mask:#x}, 0x10 -> movz w17, {mask + 1:#x}, 0x10": "other conditions of the DV imply this"
            for mask in (0x128, 0x28)
        },
    },
)
ABCD, E, COPY = v0, (v1, v2), v3
RING, K, WK = (v4, v5, v6, v7), (v16, v17, v18, v19), (v20, v21, v22)


def group(f, r, g):
    """Emits rounds 4g to 4g + 3, what the schedule does beside them, and the stores to info."""
    f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
    f.mov(COPY.b16, ABCD.b16, note=f"a to d before round {4 * g}")
    if g == 15:
        f.stur(COPY.q, at[r.info + INFO_STATE], note="info: a to d before round 60")
        f.str(E[g % 2].s, at[r.info + (INFO_STATE + 16)], note="info: e before round 60")
    four_rounds(f, g, ABCD, E[g % 2], WK)
    f.sha1h(E[1 - g % 2].s, COPY.s, note=f"e after round {4 * g + 3}")
    if g + AHEAD < GROUPS:
        add_constant(f, g + AHEAD, WK, RING, K)
    if g >= 15:
        f.str(RING[g % 4].q, at[r.info + 16 * (g - 15)], note=f"info: {words(4 * g)}")
    _bitplanes_a64.pack(f, g, RING)
    schedule(f, g, RING)


def block(f, r, beside=()):
    """Emits the compression of one block. beside: the conditions on the block before."""
    f.phase("load a block")
    load_words(f, r.blocks, RING)
    f.str(ABCD.q, at[r.info + INFO_CV], note="info: cv, a to d")
    f.str(E[0].s, at[r.info + (INFO_CV + 16)], note="info: cv, e")
    for g in range(AHEAD):
        add_constant(f, g, WK, RING, K)
    for g in range(GROUPS):
        first, end = (len(beside) * n // GROUPS for n in (g, g + 1))
        f.interleave(f.record(group, f, r, g), beside[first:end])
    f.phase("add the chaining value")
    f.ldr(WK[0].q, at[r.info + INFO_CV])
    f.ldr(WK[1].s, at[r.info + (INFO_CV + 16)])
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    f.add(r.info, r.info, INFO)
    f.add(ABCD.s4, ABCD.s4, WK[0].s4)
    f.add(E[0].s4, E[0].s4, WK[1].s4, note="lanes 1 to 3 are 0")


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    vectors = (ABCD, *E, COPY, *RING, *K, *WK, *TEMPORARIES, *MASKS)
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2, "info": x3},
        registers={
            **{str(v): v.q for v in vectors},
            **{f"plane{bit}": register for bit, register in PLANES.items()},
            "x": X,
            "term": TERM,
            "total": SUMS[0],
            "table": TABLE,
        },
    )
    next_block, last, done = f.label("next_block"), f.label("last"), f.label("done")
    f.cbz(r.nblocks, done)
    constants(f, K, PLANES[0])
    _bitplanes_a64.prepare(f)
    f.phase("load the chaining value")
    f.ldr(ABCD.q, at[r.cv])
    f.ldr(E[0].s, at[r.cv + 16])
    f.phase("the first block, without conditions beside it")
    block(f, r)
    f.cbz(r.nblocks, last)
    f.align(32)
    f.here(next_block)
    block(f, r, f.record(_bitplanes_a64.conditions, f, r.info))
    f.cbnz(r.nblocks, next_block)
    f.here(last)
    f.phase("the conditions on the last block")
    _bitplanes_a64.conditions(f, r.info)
    f.phase("store the chaining value")
    f.str(ABCD.q, at[r.cv])
    f.str(E[0].s, at[r.cv + 16])
    f.here(done)
    f.leave()
