# SPDX-License-Identifier: MIT
"""The differences of 512 lanes: the smaller frame of _batch_avx512.py, and rounds of gates with three inputs.

The gates of the outputs complement them where S(0) is 1, so the S-boxes are exact and no round repairs S(0).
"""

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403
from spec.des import look_up

from .._schedule import PC2
from .._transpose import GROUP
from ._batch_avx512 import OneArea
from ._circuits import INPUTS, half_slice
from ._lane_keys import KEY_SLICES, key_slice, right_slice
from ._lanes import Lanes
from ._sboxes_ternlog import Box, round_


class LaneBoxAvx512(Box):
    """An S-box of a round under a key for each lane. key: a RoundKey."""

    right_slice = right_slice

    def __init__(self, *where):
        super().__init__(*where)
        self.zero = look_up(self.box, 0)

    def input(self, i, register):
        key = f"K[{INPUTS * self.box + i + 1}]"
        half, name = self.right_slice(i)
        self.v.move(register, self.key_slice(i), note=key)
        self.v.op("pxor", register, register, half, f"x{i} = {name} ^ {key}")

    def key_slice(self, i):
        return self.v.at[self.key.base + self.v.size * key_slice(PC2[INPUTS * self.box + i] - 1)]


class LanesAvx512(OneArea, Lanes):
    period, repaired = 2, ()
    box = LaneBoxAvx512

    def areas(self):
        size = self.v.size
        keys = self.passes * KEY_SLICES * size
        return [
            Area("state", self.batch, size, "the slices: bit i of byte k at [8i + k]; the stage"),
            Area("keys", keys, size, "slices of each key: C, C, D, D"),
        ]

    def some_boxes(self, left, right, key, new_box, boxes):
        round_(self.v, left, right, key, new_box, boxes)

    def half_slice(self, base, bit):
        return self.v.at[base + self.v.size * half_slice(bit)]

    def settle(self):
        """Exchanges the halves after an even number of passes. The slices are read as after an odd one."""
        f, r, v = self.f, self.r, self.v
        odd = f.label("odd")
        f.phase("after an even number of passes exchange the halves")
        f.lea(r.clear_at, self.at("state"))
        f.cmp(r.left, r.clear_at)
        f.jne(odd)

        def one_row():
            for i in range(GROUP):
                first, second = v.registers[:2]
                here, there = (v.at[r.clear_at + v.size * (i + at)] for at in (0, GROUP))
                v.move(first, here)
                v.move(second, there)
                v.move(there, first)
                v.move(here, second)
            f.add(r.clear_at, 2 * GROUP * v.size)

        self.loop("exchange", GROUP // 2, one_row)
        f.here(odd)
