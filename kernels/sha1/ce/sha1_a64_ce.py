# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   sha1c, sha1p and sha1m compute four rounds. Each depends on the one before, so that 20 times their
           latency and one addition bound a block. The schedule and the sums with the constants are two
           groups ahead of the rounds.
Order      sha1h needs the a that the four rounds overwrite. All SHA instructions share one unit on most
           cores. If sha1h comes first, it takes the unit in the cycle in which the rounds could begin, and
           each group loses that cycle. So the kernel copies abcd, and sha1h reads the copy after the rounds.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Lane 0 of a vector holds the oldest word. K0 to K3 are the constants of rounds 0 to 19, 20 to
           39, 40 to 59 and 60 to 79.
Registers  v0               a b c d, a in lane 0
           v1 v2            by turns: e of the group, e of the next group
           v3               a b c d before the group
           v4 v5 v6 v7      the last four groups: group g in v(4 + g mod 4)
           v16 v17 v18 v19  K0 to K3 in all lanes
           v20 v21 v22      words + constant: group g in v(20 + g mod 3)
           v24 v25          the chaining value: a b c d, and e
           x0 x1 x2         cv, address of the block, blocks left
           w3               a constant
Frame      none: the kernel does not touch the stack and saves no register
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-23: 83 cycles a block on Neoverse N1
           and N2, 82 on V1 and V2. With sha1h first, as OpenSSL, libgcrypt and isa-l_crypto have it, it is
           102 or 103. On the in-order Cortex-A53 and A55 the copy costs: 219 and 188 against 164 and 137.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from ._ce import AHEAD, GROUPS, add_constant, constants, four_rounds, load_words, schedule

KERNEL = Kernel(
    stem="sha1_a64_ce",
    arch="a64",
    isa=("armsha1",),
    summary="SHA-1 with the instructions of AArch64, one message",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    ring, k, sums = (v4, v5, v6, v7), (v16, v17, v18, v19), (v20, v21, v22)
    abcd, e, copy, abcd_in, e_in = v0, (v1, v2), v3, v24, v25
    r = f.frame(arguments={"cv": x0, "blocks": x1, "nblocks": x2}, registers={"constant": w3})
    next_block, done = f.label("next_block"), f.label("done")
    f.cbz(r.nblocks, done)
    constants(f, k, r.constant)
    f.phase("load the chaining value")
    f.ldr(abcd.q, at[r.cv])
    f.ldr(e[0].s, at[r.cv + 16])
    f.align(32)
    f.here(next_block)
    f.phase("load a block")
    load_words(f, r.blocks, ring)
    f.mov(abcd_in.b16, abcd.b16, note="chaining value: a b c d")
    f.mov(e_in.b16, e[0].b16, note="chaining value: e")
    for g in range(AHEAD):
        add_constant(f, g, sums, ring, k)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        f.mov(copy.b16, abcd.b16, note=f"a to d before round {4 * g}")
        four_rounds(f, g, abcd, e[g % 2], sums)
        f.sha1h(e[1 - g % 2].s, copy.s, note=f"e after round {4 * g + 3}")
        if g + AHEAD < GROUPS:
            add_constant(f, g + AHEAD, sums, ring, k)
        schedule(f, g, ring)
    f.phase("add the chaining value")
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    f.add(abcd.s4, abcd.s4, abcd_in.s4)
    f.add(e[0].s4, e[0].s4, e_in.s4, note="lanes 1 to 3 are 0")
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining value")
    f.str(abcd.q, at[r.cv])
    f.str(e[0].s, at[r.cv + 16])
    f.here(done)
    f.leave()
