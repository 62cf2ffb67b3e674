# SPDX-License-Identifier: MIT
"""What is different with 512 blocks at a time: rounds of gates with three inputs, and less memory.

Blocks become slices where they are: bit i of byte k comes to stand at place 8i + k. IP takes the
left half from the even bits and the right one from the odd ones, of the same row, so both have
their slices at the same places, counted from a base of their own. In CBC decryption of Triple DES
the round keys of one pass at a time are unfolded, anew for each batch.
"""

from .._spec import SCHEDULE
from . import _round_keys
from ._batch import LINE, Bulk
from ._sboxes_ternlog import round_
from ._transpose import GROUP

KEY = 8  # bytes of a round key


class WideBulk(Bulk):
    def __init__(self, f, passes, chained):
        self.at_once = 1 if chained else passes  # passes whose round keys are kept
        super().__init__(f, passes, chained)

    def _areas(self):
        return {
            "state": self.batch,
            "keys": self.at_once * _round_keys.SIZE,
            "data": self.chained * (LINE + self.batch),
        }

    def at(self, name, offset=0):
        return super().at("state" if name == "stage" else name, offset)

    def _right_half(self):
        return self.at("state", GROUP * self.v.size)

    def _halves(self):
        return []

    def _slice(self, bit):
        return self.r.s + GROUP * self.v.size * bit

    def _slice_after(self, bit):
        """Each pass has exchanged the halves, and there is an odd number of them."""
        return self._slice(bit ^ 1)

    def _keys(self):
        if self.at_once == self.passes:
            super()._keys()

    def _rounds(self):
        if self.at_once == self.passes:
            super()._rounds()
            return
        f, r, next_pass = self.f, self.r, self.f.label("next_pass")
        f.mov(r.tmp, -KEY)
        f.lea(r.s, r.ks + (SCHEDULE * self.passes - KEY))
        f.mov(r.q.view(32), self.passes)
        f.here(next_pass)
        f.phase("the round keys of a pass: s goes through each key the other way than before")
        f.lea(r.p, self.at("keys"))
        _round_keys.expand_pass(self.v.narrow, r.s, r.tmp, r.p, r.count, "expand")
        f.neg(r.tmp)
        f.lea(r.s, r.s + r.tmp - SCHEDULE)
        f.lea(r.p, self.at("keys"))
        self._sixteen()
        f.dec(r.q.view(32))
        f.jne(next_pass)

    def _round(self, left, right, key):
        round_(self.v, left, right, key)
