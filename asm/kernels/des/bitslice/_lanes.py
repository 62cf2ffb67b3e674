# SPDX-License-Identifier: MIT
"""Bit-sliced DES with a key for each lane: CBC encryption of as many messages as a vector has bits.

A step encrypts one block of each message. It is a batch of _batch.py, which holds block i of the
first, second, third message and so on. The chaining blocks are the output of the step before, and are
added as the blocks are loaded. The keys are slices as well: _lane_keys.py.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.x86.registers import *  # noqa: F403

from .._spec import ROUNDS
from .._transpose import GROUP
from . import _lane_keys
from ._batch import Batch
from ._circuits import BOXES, COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS
from ._lane_keys import KEY_SLICES, LaneBox, RoundKey
from ._sboxes_2in import round_


def define(kernel):
    """Gives a kernel des.lanes and des3.lanes."""
    for prefix, passes in (("", 1), ("des3_", 3)):

        @kernel.function("des3.lanes" if passes == 3 else "des.lanes", prefix + "lanes")
        def builder(f, passes=passes):
            _Chained(f, passes).build()


class Lanes(Batch):
    """The part of a function that all operations with a key for each lane share."""

    period, repaired = COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS  # of the repair of S(0)
    box = LaneBox

    def __init__(self, f, passes):
        # there is no room for those of three keys
        self.complements = passes == 1 and bool(self.repaired)
        super().__init__(f, passes, cbc=False)
        assert self.blocks == f.kernel.lanes

    def areas(self):
        size = self.v.size
        keys = Area(
            "keys",
            (self.passes + self.complements) * KEY_SLICES * size,
            size,
            "slices of each key: C, C, D, D" + self.complements * ", then their complements",
        )
        return [keys if area.name == "keys" else area for area in super().areas()]

    def enter(self, arguments, **roles):
        super().enter(arguments, bases_at=r12, passes_left=ebx, other_key=r11, **roles)

    def expand_keys(self):
        f, r, v = self.f, self.r, self.v
        f.mov(r.batch_in, r.keys)
        for number in range(self.passes):
            self.separate(f"keys_apart_{number + 1}")
            f.phase(f"bytes to bits, and PC1: C and D of pass {number + 1}")
            f.lea(r.round_key, self.at("keys", number * KEY_SLICES * v.size))
            _lane_keys.expand(self, r.round_key, self.complements, f"key_bits_{number + 1}")

    def one_round(self, left, right, key):
        self.some_boxes(left, right, key, self.box, range(BOXES))

    def some_boxes(self, left, right, key, new_box, boxes):
        """Emits some of the S-boxes of a round."""
        round_(self.v, left, right, key, self.at("spill"), new_box, boxes)

    def rounds(self):
        """Loops over `period` rounds, because `repaired` of these read a complemented half, or over two where the
        complements of the keys are stored."""
        f, r, v = self.f, self.r, self.v
        next_pass = f.label("next_pass")
        period = 2 if self.complements else self.period
        words = 3 if self.complements else 1  # of a round
        bases = _lane_keys.both_bases(v.size) if self.complements else _lane_keys.bases(self.passes, v.size)
        f.lea(r.bases_at, f.constant(f"bases_{self.passes}", bases, "the slices of each round's key"))
        if self.passes > 1:
            f.mov(r.passes_left, self.passes)
            f.here(next_pass)

        def some_rounds():
            left, right = r.left, r.right
            for i in range(period):
                complemented = not self.complements and i in self.repaired
                f.phase(
                    f"a round: L at {left}, R at {right}" + complemented * ", with the repair of S(0)",
                    round=i + 1,
                    step=period,
                    times=ROUNDS // period,
                )
                at = r.bases_at + 4 * words * i
                f.mov(r.round_key.view(32), dword[at], note="the rotation of C and D")
                f.add(r.round_key, r.frame)
                key = r.round_key + self.offset["keys"]
                if self.complements:
                    f.mov(r.other_key.view(32), dword[at + 4], note="the same, or that of their complements")
                    f.add(r.other_key, r.frame)
                    key = RoundKey(key, r.other_key + self.offset["keys"])
                    self.repair(at + 8)
                else:
                    key = RoundKey(key, complemented=complemented)
                self.one_round(left, right, key)
                left, right = right, left
            f.add(r.bases_at, 4 * words * period)

        self.loop("rounds", ROUNDS // period, some_rounds)
        self.exchange_halves(r.round_key)
        if self.passes > 1:
            f.dec(r.passes_left)
            f.jne(next_pass)

    def repair(self, at):
        """Emits what a subclass adds before a round. at: address of a dword that is 0 or, in a round that reads a
        complemented half block, the size of a vector."""


class _Chained(Lanes):
    """des.lanes and des3.lanes."""

    def build(self):
        f = self.f
        self.enter({"out": rdi, "in": rsi, "nblocks": rdx, "keys": rcx, "iv": IN_MEMORY})
        r = self.r
        next_step, done = f.label("next_step"), f.label("done")
        f.test(r.nblocks, r.nblocks)
        f.je(done)
        self.chain = None  # the keys are not chained
        self.expand_keys()
        f.mov(r.batch_in, getattr(r, "in"))
        f.mov(r.batch_out, r.out)
        self.chain = getattr(r, "in")
        f.mov(self.chain, r.iv)
        f.here(next_step)
        f.mov(r.blocks_at, self.chain)
        self.load()
        self.rounds()
        self.store()
        f.mov(self.chain, r.batch_out)
        f.add(r.batch_out, self.batch)
        f.dec(r.nblocks)
        f.jne(next_step)
        self._return_chain()
        f.here(done)
        self.leave()

    def loaded(self, regs):
        """Adds the chaining blocks to a group of blocks."""
        if self.chain is None:
            return
        for i, register in enumerate(regs):
            self.add_chain(register, self.r.blocks_at + self.v.size * i)
        self.f.add(self.r.blocks_at, GROUP * self.v.size)

    def _return_chain(self):
        f, r, v = self.f, self.r, self.v
        f.phase("iv := the last block of each message")
        f.mov(r.blocks_at, r.iv)

        def copy():
            for i, register in enumerate(v.registers[:GROUP]):
                v.move_unaligned(register, v.at[self.chain + v.size * i])
                v.move_unaligned(v.at[r.blocks_at + v.size * i], register)
            f.add(self.chain, GROUP * v.size)
            f.add(r.blocks_at, GROUP * v.size)

        self.loop("keep_chain", GROUP, copy)
