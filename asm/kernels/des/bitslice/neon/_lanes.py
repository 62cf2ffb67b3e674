# SPDX-License-Identifier: MIT
"""Bit-sliced DES with a key for each lane on AArch64: CBC encryption of 128 messages.

A step encrypts one block of each message. It is a batch of _batch.py, which holds block i of the first, second,
third message and so on. The chaining blocks are the output of the step before, and are added as the blocks are
loaded.

The keys are slices as well. C and D are each stored twice, back to back, so that a rotation is a change of the
address that PC2 counts from. Complements of all slices follow them, for the rounds that read a complemented half
block (_circuits.py).
"""

import functools

from asmgen.a64.registers import *  # noqa: F403
from asmgen.frame import Area

from ..._schedule import HALF, PC1, PC2
from ..._spec import KEY
from .._circuits import COMPLEMENTED, COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS, INPUTS
from .._lane_keys import KEY_SLICES, bases, key_slice
from ._batch import BATCH, BYTES, MASKS, Batch
from ._sboxes_select import SIZE, Round
from ._transpose import GROUP, load_masks

DWORD = 4
ONES = v12


def define(kernel):
    """Gives a kernel des.lanes and des3.lanes."""
    for prefix, passes in (("", 1), ("des3_", 3)):

        @kernel.function("des3.lanes" if passes == 3 else "des.lanes", prefix + "lanes")
        def builder(f, passes=passes):
            _Chained(f, passes).build()


class Lanes(Batch):
    """The part of a function that all operations with a key for each lane share."""

    roles = {
        "key_to": x7,  # where a slice of the keys is stored
        "keys_at": x12,  # the slices of the keys
        "bases_at": x13,  # where the slices of each round's key begin
        "chain": x14,  # the chaining blocks
    }

    def areas(self):
        content = "slices of each key: C, C, D, D; then the complements of all"
        return [*super().areas(), Area("keys", 2 * self.passes * KEY_SLICES * SIZE, SIZE, content)]

    def expand_keys(self):
        """Emits the conversion of all keys to slices. Advances r.keys."""
        f, r = self.f, self.r
        load_masks(f, MASKS)
        f.movi(ONES.b16, 0xFF)
        for number in range(self.passes):
            self.separate(r.keys, f"keys_apart_{number + 1}")
            if number == 0:
                self.address(r.key_to, "keys")
            else:  # the last pass went back by a slice for each byte
                f.add(r.key_to, r.key_to, (KEY_SLICES + KEY) * SIZE)
            self.address(r.state_at, "state")
            for first in (0, 4):  # the bits of the fourth column belong to D in bytes 0 to 3, to C in 4 to 7
                f.phase(f"pass {number + 1}: bytes to bits, and PC1 of byte k = {first} to {first + 3}")
                label = f"key_bits_{number + 1}_{first}"
                self.loop(label, KEY // 2, functools.partial(self._place_bits, first))

    def _place_bits(self, first):
        """Stores the bits of a byte of the keys. first: the first byte of the loop."""
        f, r = self.f, self.r
        bits = range(1, 8)  # bit 0 is parity
        self.bytes_to_bits(bits)
        for bit in bits:
            indices = [PC1.index(8 * byte + 8 - bit) for byte in range(first, first + 4)]
            assert indices == list(range(indices[0], indices[0] - 4, -1))
            slot = key_slice(indices[0]) + first
            name = f"{'CD'[indices[0] // HALF]}[{indices[0] % HALF + 1 + first} - k]"
            for complement in (False, True):
                if complement:
                    f.eor(BYTES[bit].b16, BYTES[bit].b16, ONES.b16, note="the complement")
                    slot += self.passes * KEY_SLICES
                f.str(BYTES[bit].q, at[r.key_to + SIZE * slot], note=f"bit {bit}: {'~' * complement}{name}")
                f.str(BYTES[bit].q, at[r.key_to + SIZE * (slot + HALF)], note="its second copy")
        f.sub(r.key_to, r.key_to, SIZE)
        f.add(r.state_at, r.state_at, SIZE)

    def rounds(self):
        """Emits one pass of 16 rounds, or three. The first finds the half blocks at r.left and r.right."""
        f, r = self.f, self.r
        next_pass = f.label("next_pass")
        f.adr(r.bases_at, f.constant(f"bases_{self.passes}", bases(self.passes, SIZE), "of each round's key"))
        self.address(r.keys_at, "keys")
        if self.passes > 1:
            f.movz(r.passes_left, self.passes)
            f.here(next_pass)
        some = DWORD * COMPLEMENTED_PERIOD
        self.sixteen_rounds(COMPLEMENTED_PERIOD, lambda: f.add(r.bases_at, r.bases_at, some))
        self.exchange_halves()
        if self.passes > 1:
            f.sub(r.passes_left, r.passes_left, 1)
            f.cbnz(r.passes_left, next_pass)

    def one_round(self, number, left, right):
        f, r = self.f, self.r
        f.ldr(r.round_key.view(32), at[r.bases_at + DWORD * number], note="the rotation of C and D")
        f.add(r.round_key, r.round_key, r.keys_at)
        self.s_boxes(left, right, number in COMPLEMENTED_ROUNDS)

    def s_boxes(self, left, right, complemented):
        """Emits a round. complemented: whether it reads a complemented half block."""
        Round(self.f, left, right, functools.partial(self.load_key, complemented)).emit()

    def load_key(self, complemented, register, box, i):
        """Emits the load of a key bit's slice. Returns its name."""
        number = INPUTS * box + i
        complement = complemented and COMPLEMENTED[number]
        slot = key_slice(PC2[number] - 1) + complement * self.passes * KEY_SLICES
        name = f"{'~' * complement}K[{number + 1}]"
        self.f.ldr(register.q, at[self.r.round_key + SIZE * slot], note=name)
        return name


class _Chained(Lanes):
    """des.lanes and des3.lanes."""

    def build(self):
        f = self.f
        self.enter({"out": x0, "in": x1, "nblocks": x2, "keys": x3, "iv": x4})
        r = self.r
        next_step, done = f.label("next_step"), f.label("done")
        f.cbz(r.nblocks, done)
        self.expand_keys()
        f.mov(r.chain, r.iv)
        f.here(next_step)
        load_masks(f, MASKS)
        self.load(getattr(r, "in"), loaded=self._add_chain)
        self.halves()
        self.rounds()
        self.store(r.out, r.left, r.right)
        f.sub(r.chain, r.out, BATCH)
        f.sub(r.nblocks, r.nblocks, 1)
        f.cbnz(r.nblocks, next_step)
        f.phase("iv := the last block of each message")
        self.loop("keep_chain", GROUP, self._return_chain)
        f.here(done)
        f.leave()

    def _add_chain(self):
        """Adds the chaining blocks to a group of blocks."""
        f, before = self.f, VECTORS[16 : 16 + GROUP]
        for i in range(0, GROUP, 2):
            f.ldp(before[i].q, before[i + 1].q, at.post(self.r.chain, 2 * SIZE), note="the chaining blocks")
        for block, chain in zip(BYTES, before):
            f.eor(block.b16, block.b16, chain.b16)

    def _return_chain(self):
        f, r = self.f, self.r
        for i in range(0, GROUP, 2):
            f.ldp(BYTES[i].q, BYTES[i + 1].q, at.post(r.chain, 2 * SIZE))
            f.stp(BYTES[i].q, BYTES[i + 1].q, at.post(r.iv, 2 * SIZE))
