# SPDX-License-Identifier: MIT
"""The differences of a batch of 512 blocks: a smaller frame, and rounds of gates with three inputs.

A function may have 16 KiB of stack. So the stage and the slices share an area: bit i of byte k is
stored in the vector 8 * i + k, where group i of byte k was. IP takes the left half from the even bits and
the right half from the odd bits of the same byte. Both halves have their slices at the same distances
from a base: half_slice in _circuits.py. CBC decryption of Triple DES expands the round keys of
one pass at a time, again for each batch.
"""

from asmgen.frame import Area

from .._spec import KEY, SCHEDULE
from .._transpose import GROUP
from . import _round_keys
from ._batch import Batch
from ._round_keys import ROUND_KEY
from ._sboxes_ternlog import round_


class OneArea:
    """The layout of a batch whose slices are in the stage."""

    def at(self, name, offset=0):
        return super().at("state" if name == "stage" else name, offset)

    def right_half(self):
        return self.at("state", GROUP * self.v.size)

    def slice_pointers(self):
        return []

    def slice(self, bit):
        return self.stage_slot(bit)

    def slice_after(self, bit):
        """Each of an odd number of passes has exchanged the halves."""
        return self.slice(bit ^ 1)


class BatchAvx512(OneArea, Batch):
    def __init__(self, f, passes, cbc):
        self.expanded_passes = 1 if cbc else passes  # whose round keys are in the frame
        super().__init__(f, passes, cbc)

    def areas(self):
        keys = self.expanded_passes * _round_keys.SIZE
        return [
            Area("state", self.batch, self.v.size, "the slices: bit i of byte k at [8i + k]; the stage"),
            Area("keys", keys, ROUND_KEY, "round keys, a dword for each bit"),
            *self.cbc_areas(),
        ]

    def expand_keys(self):
        if self.expanded_passes == self.passes:
            super().expand_keys()

    def rounds(self):
        if self.expanded_passes == self.passes:
            super().rounds()
            return
        f, r, next_pass = self.f, self.r, self.f.label("next_pass")
        f.mov(r.key_step, -KEY)
        f.lea(r.key_at, r.ks + (SCHEDULE * self.passes - KEY))
        f.mov(r.passes_left, self.passes)
        f.here(next_pass)
        f.phase("expand the round keys of a pass: each pass reads its keys in the other direction")
        f.lea(r.round_key, self.at("keys"))
        _round_keys.expand_pass(self.v.compares, r.key_at, r.key_step, r.round_key, r.count, "expand")
        f.neg(r.key_step)
        f.lea(r.key_at, r.key_at + r.key_step - SCHEDULE)
        f.lea(r.round_key, self.at("keys"))
        self.one_pass()
        f.dec(r.passes_left)
        f.jne(next_pass)

    def one_round(self, left, right, key):
        round_(self.v, left, right, key)
