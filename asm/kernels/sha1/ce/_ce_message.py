# SPDX-License-Identifier: MIT
"""SHA-1 of one message with the instructions of AArch64, for sha1_a64_ce and sha1_a64_ce_inorder: the registers
and the function around the 20 groups of a block."""

from asmgen.a64.registers import *  # noqa: F403

from ._ce import GROUPS, constants

ABCD, COPY = v0, v3
E = (v1, v2)  # by turns: e of the group, e of the next group
RING, K, SUMS = (v4, v5, v6, v7), (v16, v17, v18, v19), (v20, v21, v22)
ABCD_IN, E_IN = v24, v25


def save_chaining_value(f):
    f.mov(ABCD_IN.b16, ABCD.b16, note="chaining value: a b c d")
    f.mov(E_IN.b16, E[0].b16, note="chaining value: e")


def next_e(f, g, abcd):
    """Rotates the a before group g by 30. abcd: ABCD, or the copy of it if the rounds come first."""
    f.sha1h(E[1 - g % 2].s, abcd.s, note=f"e after round {4 * g + 3}")


def one_message(f, begin, group):
    """Emits sha1.blocks. begin(f, blocks): loads a block and saves the chaining value. group(f, g): rounds 4g to
    4g + 3, and the part of the schedule that belongs to them."""
    r = f.frame(arguments={"cv": x0, "blocks": x1, "nblocks": x2}, registers={"constant": w3})
    next_block, done = f.label("next_block"), f.label("done")
    f.cbz(r.nblocks, done)
    constants(f, K, r.constant)
    f.phase("load the chaining value")
    f.ldr(ABCD.q, at[r.cv])
    f.ldr(E[0].s, at[r.cv + 16])
    f.align(32)
    f.here(next_block)
    f.phase("load a block")
    begin(f, r.blocks)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        group(f, g)
    f.phase("add the chaining value")
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    f.add(E[0].s4, E[0].s4, E_IN.s4, note="lanes 1 to 3 are 0")
    f.add(ABCD.s4, ABCD.s4, ABCD_IN.s4)
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining value")
    f.str(ABCD.q, at[r.cv])
    f.str(E[0].s, at[r.cv + 16])
    f.here(done)
    f.leave()
