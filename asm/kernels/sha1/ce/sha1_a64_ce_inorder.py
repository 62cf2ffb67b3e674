# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   sha1c, sha1p and sha1m compute four rounds. Each depends on the one before, so that 20 times their
           latency bounds a block. The schedule and the sums with the constants are two groups ahead of the
           rounds.
Order      An in-order core executes instructions as they are written, and each copy takes a place among them.
           So sha1h comes before the rounds, which overwrite the a that it reads, and nothing is copied. The e
           of the first group needs no word of the block: its sha1h and the four loads, each by itself, come
           first. At the end e is added before a to d, which the next block needs at once. On out-of-order
           cores sha1_a64_ce is faster.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Lane 0 of a vector holds the oldest word. K0 to K3 are the constants of rounds 0 to 19, 20 to
           39, 40 to 59 and 60 to 79.
Registers  v0               a b c d, a in lane 0
           v1 v2            by turns: e of the group, e of the next group
           v4 v5 v6 v7      the last four groups: group g in v(4 + g mod 4)
           v16 v17 v18 v19  K0 to K3 in all lanes
           v20 v21 v22      words + constant: group g in v(20 + g mod 3)
           v24 v25          the chaining value: a b c d, and e
           x0 x1 x2         cv, address of the block, blocks left
           w3               a constant
Frame      none: the kernel does not touch the stack and saves no register
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25, cycles a block: 161 on Cortex-A53,
           130 on A55, 110 on A510, where OpenSSL takes 164, 139 and 114, and 102 on Neoverse. With two ldp in
           place of the four ldr it is 164, 137 and 113. Tried without gain: the other orders of the five
           instructions of a group (up to 180 and 155), a random search over the order of the first 26
           instructions (160, 128).
"""

from asmgen.a64.registers import at
from asmgen.kernel import Kernel

from ._ce import AHEAD, GROUPS, add_constant, four_rounds, schedule, swap_words
from ._ce_message import ABCD, RING, SUMS, E, K, next_e, one_message, save_chaining_value

KERNEL = Kernel(
    stem="sha1_a64_ce_inorder",
    arch="a64",
    isa=("armsha1",),
    summary="SHA-1 with the instructions of AArch64, one message, in the order for in-order cores",
    refs=("FIPS 180-4 section 6.1",),
)


def begin(f, blocks):
    for i, group in enumerate(RING):
        f.ldr(group.q, at[blocks + 16 * i])
    f.add(blocks, blocks, 64)
    next_e(f, 0, ABCD)
    swap_words(f, RING)
    save_chaining_value(f)
    for g in range(AHEAD):
        add_constant(f, g, SUMS, RING, K)


def group(f, g):
    if g > 0:
        next_e(f, g, ABCD)
    four_rounds(f, g, ABCD, E[g % 2], SUMS)
    if g + AHEAD < GROUPS:
        add_constant(f, g + AHEAD, SUMS, RING, K)
    schedule(f, g, RING)


@KERNEL.function("sha1.blocks")
def blocks(f):
    one_message(f, begin, group)
