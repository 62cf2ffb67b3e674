# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of many blocks under one key: the loop over the batches, and partial batches.

A partial batch is copied to the frame and filled up with zeros, and its result is copied to the output. CBC
decryption keeps a copy of each batch, behind the block before it, so that it works in place.
"""

import functools

from asmgen.a64.registers import *  # noqa: F403
from asmgen.frame import Area

from ..._spec import BLOCK
from .._circuits import INPUTS
from . import _round_keys
from ._batch import BATCH, BLOCKS, BYTES, MASKS, Batch
from ._round_keys import BITS, NUMBER, PER_VECTOR
from ._sboxes_select import SIZE, Round
from ._transpose import GROUP, load_masks

FOUR = v31  # four key bits, where they are dwords


class Bulk(Batch):
    """cbc: CBC decryption, else ECB."""

    roles = {
        "rest_at": x12,  # where the result of a partial batch is copied to
        "key_step": x13,  # from one round key of an og_des_key to the next
        "chain": x13,  # the block before the batch
        "schedule_step": x14,  # from the first round key of a pass to the last of the next one, less a round key
        "zero": x15,
    }

    def __init__(self, f, passes, cbc):
        self.cbc = cbc
        super().__init__(f, passes)

    def areas(self):
        element = _round_keys.element(self.passes)
        content = (
            "round keys, a vector for each bit" if self.passes == 1 else "round keys, a dword for each bit"
        )
        keys = Area("keys", _round_keys.size(self.passes), element * BITS, content)
        if not self.cbc:
            return [*super().areas(), keys]
        return [
            *super().areas(),
            Area("chain", SIZE, BLOCK, "the block before the batch, in the last 8 bytes"),
            Area("blocks", BATCH, SIZE, "the batch as it was read"),
            keys,
        ]

    def build(self):
        f = self.f
        last = {"iv": x4} if self.cbc else {"encrypt": w4}
        self.enter({"out": x0, "in": x1, "nblocks": x2, "ks": x3, **last})
        r = self.r
        self.source = getattr(r, "in")
        next_batch, rest, done = map(f.label, ("next_batch", "rest", "done"))
        _round_keys.expand(self, None if self.cbc else r.encrypt)
        if self.cbc:
            f.ldr(r.chain, at[r.iv], note="the block before the first batch")
        f.cbz(r.nblocks, done)
        f.here(next_batch)
        self._fill_up()
        if self.cbc:
            f.str(r.chain, at[self.at("chain", SIZE - BLOCK)])
            self.address(r.blocks_at, "blocks")
        load_masks(f, MASKS)
        self.load(self.source, loaded=self._keep_blocks if self.cbc else None)
        self._rounds()
        if self.cbc:
            self.address(r.blocks_at, "chain", SIZE - BLOCK)
        halves = (r.right, r.left) if self.passes == 1 else (r.left, r.right)  # three passes exchange them
        self.store(r.out, *halves, added=r.blocks_at if self.cbc else None)
        f.phase("the next batch")
        f.cmp(r.nblocks, BLOCKS)
        f.b_lo(rest)
        if self.cbc:
            f.ldr(r.chain, at[self.at("blocks", BATCH - BLOCK)], note="the block before it")
        f.sub(r.nblocks, r.nblocks, BLOCKS)
        f.cbnz(r.nblocks, next_batch)
        f.b(done)
        f.here(rest)
        f.phase("a partial batch: copy it to the output")
        if self.cbc:
            self.address(r.blocks_at, "chain", SIZE - BLOCK)
            f.ldr(r.chain, at[r.blocks_at + r.nblocks * BLOCK], note="the last block")
        self.address(r.state_at, "state")
        self._copy("copy_out", r.rest_at, r.state_at)
        f.here(done)
        if self.cbc:
            f.str(r.chain, at[r.iv])
        f.leave()

    def _fill_up(self):
        """Copies a partial batch to the frame, fills it up with zeros, and lets it be read and written there."""
        f, r = self.f, self.r
        full = f.label("full")
        f.mov(r.rest_at, r.out)
        f.cmp(r.nblocks, BLOCKS)
        f.b_hs(full)
        f.phase("a partial batch: copy it and fill it up with zeros")
        self.address(r.state_at, "blocks" if self.cbc else "state")
        self.loop("clear", BATCH // SIZE, lambda: f.stp(xzr, xzr, at.post(r.state_at, SIZE)))
        f.sub(r.state_at, r.state_at, BATCH)
        self._copy("copy_in", r.state_at, self.source)
        f.mov(self.source, r.state_at)
        self.address(r.out, "state")
        f.here(full)

    def _copy(self, label, to, source):
        """Copies nblocks blocks, the last one first. Neither address may be in r.word or r.count."""
        f, r = self.f, self.r
        again = f.label(label)
        f.mov(r.count, r.nblocks)
        f.here(again)
        f.sub(r.count, r.count, 1)
        f.ldr(r.word, at[source + r.count * BLOCK])
        f.str(r.word, at[to + r.count * BLOCK])
        f.cbnz(r.count, again)

    def _keep_blocks(self):
        """Copies a group of blocks for the chain."""
        for i in range(0, GROUP, 2):
            self.f.stp(
                BYTES[i].q, BYTES[i + 1].q, at.post(self.r.blocks_at, 2 * SIZE), note="a copy for the chain"
            )

    def one_round(self, number, left, right):
        key = self.r.round_key + _round_keys.element(self.passes) * BITS * number
        Round(self.f, left, right, functools.partial(self._load_key, key)).emit()

    def _load_key(self, key, register, box, i):
        """Emits the load of a bit of the round key at an address. Returns its name."""
        f, name, number = self.f, f"K[{INPUTS * box + i + 1}]", NUMBER[box, i]
        if self.passes == 1:
            f.ldr(register.q, at[key + SIZE * number], note=name)
            return name
        vector, lane = divmod(number, PER_VECTOR)
        if lane == 0:
            f.ldr(FOUR.q, at[key + SIZE * vector], note="four key bits")
        f.dup(register.s4, FOUR.s[lane], note=name)
        return name

    def _rounds(self):
        """Emits one pass of 16 rounds, or three."""
        f, r = self.f, self.r
        self.halves()
        self.address(r.round_key, "keys")
        if self.passes == 1:
            self._pass()
            return
        next_pass = f.label("next_pass")
        f.movz(r.passes_left, self.passes)
        f.here(next_pass)
        self._pass()
        self.exchange_halves()
        f.sub(r.passes_left, r.passes_left, 1)
        f.cbnz(r.passes_left, next_pass)

    def _pass(self):
        """Emits 16 rounds, two in a loop iteration."""

        key, two = self.r.round_key, 2 * BITS * _round_keys.element(self.passes)
        self.sixteen_rounds(2, lambda: self.f.add(key, key, two))
