# SPDX-License-Identifier: MIT
"""CBC encryption of 64 messages, each under its own key: des.lanes and des3.lanes.

The chaining blocks stay in the form of the rounds. FP and the IP of the next block cancel, so a block of a
message is converted and added to R16 and L16, which become L0 and R0.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.x86.registers import *  # noqa: F403

from .._batches import Batches
from .._spec import BLOCK
from .._vectors import SUM
from . import _lane_keys
from ._network import BOXES
from ._passes import BLOCKS, KEYS, Passes

ROLES = {"frame": rbp, "count": eax, "clear_at": r10, "round_key": r10, "matrices": r11, "source": r11}


def define(kernel):
    """Gives a kernel des.lanes and des3.lanes."""
    for prefix, passes in (("", 1), ("des3_", 3)):

        @kernel.function("des3.lanes" if passes == 3 else "des.lanes", prefix + "lanes")
        def builder(f, passes=passes):
            Lanes(f, passes).build()


class Lanes(Batches):
    """Emits one function."""

    roles = ROLES

    def __init__(self, f, passes):
        super().__init__(f, passes, False, BLOCKS)
        self.state = Passes(self.v)
        self.round_key_size = BOXES * self.v.size

    def areas(self):
        size = self.passes * KEYS * BOXES * self.v.size
        return [Area("keys", size, self.v.size, "for each pass K(1), K(16) and D(1) to D(16), by S-boxes")]

    def build(self):
        f, state = self.f, self.state
        self.enter({"out": rdi, "in": rsi, "nblocks": rdx, "keys": rcx, "iv": IN_MEMORY})
        r, v = self.r, self.v
        self.source = getattr(r, "in")
        next_step, done = f.label("next_step"), f.label("done")
        f.test(r.nblocks, r.nblocks)
        f.je(done)
        self.expand_keys()
        f.mov(r.source, r.iv)
        state.load_columns(r.source)
        f.phase("the chaining blocks are R16 and L16 of the step before")
        for half, registers in enumerate(reversed(state.halves)):
            for box, register in enumerate(registers):
                state.looked_up(half, box, register)
        f.here(next_step)
        self.load()
        self.rounds()
        blocks = state.blocks()
        for i, register in enumerate(blocks):
            v.move_unaligned(v.at[r.out + v.size * i], register)
        f.add(self.source, self.batch)
        f.add(r.out, self.batch)
        f.dec(r.nblocks)
        f.jne(next_step)
        f.mov(r.source, r.iv)
        for i, register in enumerate(blocks):
            v.move_unaligned(v.at[r.source + v.size * i], register, note="the last blocks")
        f.here(done)
        self.leave()

    def expand_keys(self):
        f, r, state = self.f, self.r, self.state
        f.lea(r.round_key, self.at("keys"))
        for number in range(self.passes):
            state.load_columns(r.keys + BLOCK * BLOCKS * number)
            f.phase(f"the round keys of pass {number + 1}")
            _lane_keys.expand(
                state, state.columns, r.round_key, r.matrices, number == 1, self.loop, f"keys_{number + 1}"
            )

    def load(self):
        """Emits L0 := R16 of the step before ^ L of the blocks, and R0 := L16 ^ R of the blocks ^ K(1)."""
        v, state = self.v, self.state
        state.load_columns(self.source)
        self.f.phase("E of both halves, added to the chaining blocks")
        for box, (left, right) in enumerate(zip(*state.halves)):
            first, second = state.others[:2]
            state.looked_up(0, box, first)
            state.looked_up(1, box, second)
            v.gate(second, left, v.at[self.at("keys", v.size * box)], SUM, note="K(1)")
            v.op("pxor", left, right, first)
            v.move(right, second)

    def rounds(self):
        key, state = self.r.round_key, self.state

        def add_key(at, box, registers, spare):
            state.sum(registers, self.v.at[key + (at + self.v.size * box)])

        self.f.lea(key, self.at("keys"))
        state.load_tables()
        state.passes(self.passes, key, self.round_key_size, self.loop, add_key)
