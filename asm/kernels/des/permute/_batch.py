# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of 64 blocks at a time; the parts of the loop in _batches.py."""

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._batches import Batches
from .._spec import BLOCK, SCHEDULE
from ._network import BOXES
from ._passes import BLOCKS, Passes
from ._round_keys import SIZE, WORD, Expansion

ROLES = {
    "frame": rbp,
    "count": eax,  # of a loop
    "batch_in": r13,  # where this batch is read and written
    "batch_out": r14,
    "word": rbx,
    "step": rbx,  # from one og_des_key to the next
    "index": r12,
    "order": r8,
    "other": r9,
    "clear_at": r10,
    "round_key": r10,
    "iv_at": r10,
    "spare": r11,
}


class Batch(Batches):
    """Emits one function."""

    roles = ROLES
    expansion = Expansion

    def __init__(self, f, passes, cbc):
        super().__init__(f, passes, cbc, BLOCKS)
        self.state = Passes(self.v)

    def areas(self):
        return [
            Area("keys", self.passes * SIZE, WORD, "for each pass K(1), K(16) and D(1) to D(16), by S-boxes"),
            Area("stage", self.batch, BLOCK, "a partial batch"),
            *self.cbc_areas(),
        ]

    def expand_keys(self):
        f, r = self.f, self.r
        expansion = self.expansion(self.v, r.ks, r.order, r.other, r.round_key)
        f.phase("round keys: bytes in the order of the S-boxes, and sums of two")
        f.lea(r.round_key, self.at("keys"))
        expansion.forwards()
        if self.passes > 1:
            f.mov(r.step.view(32), SCHEDULE, note="from one key to the next")
        if self.cbc:
            self._backwards(expansion)
        else:
            forwards = f.label("forwards")
            f.cmp(dword[r.encrypt.address], 0)
            f.jne(forwards)
            self._backwards(expansion)
            f.here(forwards)

        def one_pass():
            expansion.one_pass()
            if self.passes > 1:
                f.add(r.ks, r.step)
                expansion.turn(r.spare)

        if self.passes == 1:
            one_pass()
        else:
            self.loop("expand", self.passes, one_pass)

    def _backwards(self, expansion):
        f, r = self.f, self.r
        f.phase("decryption: the last key first, backwards")
        expansion.turn(r.spare)
        if self.passes > 1:
            f.add(r.ks, SCHEDULE * (self.passes - 1))
            f.neg(r.step)

    def load(self):
        v, state = self.v, self.state

        def keep(i, register):
            v.move(v.at[self.at("blocks", v.size * i)], register, note="a copy for the chain")

        state.load_columns(self.r.batch_in, keep if self.cbc else None)
        for half, registers in enumerate(state.halves):
            for box, register in enumerate(registers):
                state.looked_up(half, box, register)

    def rounds(self):
        key, state = self.r.round_key, self.state

        def add_key(at, box, registers, spare):
            self.v.broadcast(spare, dword[key + (at + WORD * box)], note=f"the key of S{box + 1}")
            state.sum(registers, spare)

        self.f.lea(key, self.at("keys"))
        state.load_tables()
        state.add_first(state.halves[1], add_key)
        state.passes(self.passes, key, WORD * BOXES, self.loop, add_key)

    def store(self):
        self.store_blocks(self.state.blocks())

    def store_blocks(self, registers):
        """Stores a batch. CBC decryption adds the blocks before."""
        v, r = self.v, self.r
        for i, register in enumerate(registers):
            if self.cbc:
                before = v.at[self.at("blocks", v.size * i - BLOCK)]
                v.op("pxor", register, register, before, note="the blocks before")
            v.move_unaligned(v.at[r.batch_out + v.size * i], register)
