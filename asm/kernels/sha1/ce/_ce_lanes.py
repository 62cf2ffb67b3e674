# SPDX-License-Identifier: MIT
"""SHA-1 of two messages with the instructions of AArch64, for sha1_a64_ce_x2 and sha1_a64_ce_eor_x2.

The rounds of one message are a chain, which leaves the unit of the SHA instructions idle for a part of the
time. Two chains fill it, so that the number of instructions on this unit bounds them. sha1h is therefore
replaced by two shifts, which other units execute. They read a before the rounds overwrite it, so that the
kernels need no copy of a to d.
"""

from dataclasses import dataclass

from asmgen.a64.registers import *  # noqa: F403

from ._ce import GROUPS, add_constant, constants, four_rounds, load_words, schedule, sha1su0

K = VECTORS[16:20]
SUMS = (v20,)
BLOCKS = (x3, x4)  # addresses of the blocks


@dataclass
class Message:
    """The registers of a message. A group g of the schedule is in ring[g % 4]."""

    number: int
    abcd: object
    e: object  # another register after each group
    ring: tuple
    abcd_in: object
    e_in: object

    def vectors(self):
        return (self.abcd, self.e, *self.ring, self.abcd_in, self.e_in)

    def places(self, cv):
        """Returns the addresses of a to d, and of e."""
        return at[cv + 20 * self.number], at[cv + (20 * self.number + 16)]


def rotate_a(f, g, target, abcd):
    """Rotates a by 30, which is the e after group g. Lanes 1 to 3 are not used."""
    f.shl(target.s4, abcd.s4, 30)
    f.sri(target.s4, abcd.s4, 2, note=f"e after round {4 * g + 3}")


def lanes(f, partial=sha1su0, temporaries=()):
    """Emits sha1.lanes. partial: the first part of a group of the schedule, as `schedule` in _ce.py takes
    it. temporaries: the registers that it needs."""
    messages = (Message(0, v0, v1, VECTORS[4:8], v24, v25), Message(1, v2, v3, VECTORS[28:32], v26, v27))
    spare = v22  # the register of the next e
    used = [*K, *SUMS, spare, *temporaries, *(v for m in messages for v in m.vectors())]
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2},
        registers={"constant": w5, **{str(v): v.q for v in used}, **{str(b): b for b in BLOCKS}},
    )
    next_block, done = f.label("next_block"), f.label("done")
    homes = [m.e for m in messages]
    f.cbz(r.nblocks, done)
    constants(f, K, r.constant)
    f.phase("load the addresses of the messages and the chaining values")
    f.ldp(*BLOCKS, at[r.blocks])
    for m in messages:
        abcd_at, e_at = m.places(r.cv)
        f.emit("ldur" if m.number else "ldr", (m.abcd.q, abcd_at), note=f"message {m.number}: a b c d")
        f.ldr(m.e.s, e_at, note=f"message {m.number}: e")
    f.align(32)
    f.here(next_block)
    for m in messages:
        f.phase(f"load a block of message {m.number}")
        load_words(f, BLOCKS[m.number], m.ring)
    for m in messages:
        f.mov(m.abcd_in.b16, m.abcd.b16, note=f"chaining value {m.number}: a b c d")
        f.mov(m.e_in.b16, m.e.b16, note=f"chaining value {m.number}: e")
    for g in range(GROUPS):
        for m in messages:
            f.phase(f"rounds {4 * g} to {4 * g + 3} of message {m.number}", round=4 * g, rounds=4)
            rotate_a(f, g, spare, m.abcd)
            add_constant(f, g, SUMS, m.ring, K)
            four_rounds(f, g, m.abcd, m.e, SUMS)
            m.e, spare = spare, m.e
            schedule(f, g, m.ring, partial)
    f.phase("add the chaining values")
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    for m, home in zip(messages, homes):
        f.add(m.abcd.s4, m.abcd.s4, m.abcd_in.s4)
        f.add(home.s4, m.e.s4, m.e_in.s4, note="only lane 0 counts")
        m.e = home
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining values")
    for m in messages:
        abcd_at, e_at = m.places(r.cv)
        f.emit("stur" if m.number else "str", (m.abcd.q, abcd_at))
        f.str(m.e.s, e_at)
    f.here(done)
    f.leave()
