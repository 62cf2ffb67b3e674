# SPDX-License-Identifier: MIT
"""Bit-sliced DES with a key for each lane: chained steps of as many messages as a vector has bits.

A step is a batch of _batch.py, one block of each message; the chain is the batch before it, added as
the blocks come in. Memory as there, but

    keys     112 slices of each pass's keys (_lane_keys.py), of a single pass as many again
"""

from asmgen.frame import IN_MEMORY
from asmgen.registers import *  # noqa: F403

from .._spec import ROUNDS
from . import _lane_keys
from ._batch import LINE, Bulk
from ._lane_keys import BODY, COMPLEMENTED, SLICES, LaneBox, RoundKey
from ._sboxes_2in import round_
from ._transpose import GROUP


def define(kernel):
    """Give a kernel its functions."""
    for prefix, passes in (("", 1), ("des3_", 3)):

        @kernel.function("des3.lanes" if passes == 3 else "des.lanes", prefix + "lanes")
        def builder(f, passes=passes):
            _Chained(f, passes).build()


class Lanes(Bulk):
    """What the functions with a key for each lane share."""

    def __init__(self, f, passes):
        self.complements = passes == 1
        super().__init__(f, passes, chained=False)
        assert self.blocks == f.kernel.lanes

    def _areas(self):
        return {**super()._areas(), "keys": (self.passes + self.complements) * SLICES * self.v.size}

    def _frame(self, arguments):
        f, v = self.f, self.v
        self.r = r = f.frame(
            arguments=arguments,
            registers={
                "mem": rbp,
                "left": r8,
                "right": r9,
                "count": eax,
                "tmp": rbx,
                "p": r10,
                "q": r11,
                "s": r12,
                "source": r13,
                "target": r14,
                **{str(register): register for register in v.registers},
            },
            scratch=self.total + LINE,
            secret=0,
        )
        f.lea(r.mem, r.scratch + (LINE - 1))
        f.and_(r.mem, -LINE)

    def _leave(self):
        self._wipe()
        self.v.done()
        self.f.leave()

    def _expand_keys(self):
        f, r, v = self.f, self.r, self.v
        f.mov(r.source, r.keys)
        for number in range(self.passes):
            self._bytes_apart(f"keys_apart_{number + 1}")
            f.phase(f"C and D of pass {number + 1}")
            f.lea(r.p, self.at("keys", number * SLICES * v.size))
            _lane_keys.expand(self, r.p, self.complements, f"key_bits_{number + 1}")

    def _round(self, left, right, key):
        round_(self.v, left, right, key, self.at("spill"), LaneBox)

    def _rounds(self):
        f, r, v = self.f, self.r, self.v
        next_pass = f.label("next_pass")
        f.lea(r.s, f.constant(f"bases_{self.passes}", _lane_keys.bases(self.passes, v.size)))
        if self.passes > 1:
            f.mov(r.tmp.view(32), self.passes)
            f.here(next_pass)

        def body():
            left, right = r.left, r.right
            for i in range(BODY):
                f.phase(f"a round, {'right' if i % 2 else 'left'} half")
                f.mov(r.p.view(32), dword[r.s + 4 * i])
                f.add(r.p, r.mem)
                key = RoundKey(r.p + self.offset["keys"], i in COMPLEMENTED, self.complements)
                self._round(left, right, key)
                left, right = right, left
            f.add(r.s, 4 * BODY)

        self.loop("rounds", ROUNDS // BODY, body)
        f.phase("the halves change places")
        f.mov(r.p, r.left)
        f.mov(r.left, r.right)
        f.mov(r.right, r.p)
        if self.passes > 1:
            f.dec(r.tmp.view(32))
            f.jne(next_pass)


class _Chained(Lanes):
    def build(self):
        f = self.f
        self._frame({"out": rdi, "in": rsi, "nblocks": rdx, "keys": rcx, "iv": IN_MEMORY})
        r = self.r
        next_step, done = f.label("next_step"), f.label("done")
        f.test(r.nblocks, r.nblocks)
        f.je(done)
        self.chain = None
        self._expand_keys()
        f.mov(r.source, getattr(r, "in"))
        f.mov(r.target, r.out)
        self.chain = getattr(r, "in")
        f.mov(self.chain, r.iv)
        f.here(next_step)
        f.mov(r.q, self.chain)
        self._blocks_to_slices()
        self._rounds()
        self._slices_to_blocks()
        f.mov(self.chain, r.target)
        f.add(r.target, self.batch)
        f.dec(r.nblocks)
        f.jne(next_step)
        self._keep_chain()
        f.here(done)
        self._leave()

    def _arrived(self, regs):
        if self.chain is None:  # keys
            return
        for i, register in enumerate(regs):
            self._chain(register, self.r.q + self.v.size * i)
        self.f.add(self.r.q, GROUP * self.v.size)

    def _keep_chain(self):
        f, r, v = self.f, self.r, self.v
        f.phase("the last step's blocks are the next one's chain")
        f.mov(r.q, r.iv)

        def copy():
            for i, register in enumerate(v.registers[:GROUP]):
                v.move_any(register, v.at[self.chain + v.size * i])
                v.move_any(v.at[r.q + v.size * i], register)
            f.add(self.chain, GROUP * v.size)
            f.add(r.q, GROUP * v.size)

        self.loop("keep_chain", GROUP, copy)
