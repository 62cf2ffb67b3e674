# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices, a key and a salt for each lane.

The salt's bit i exchanges bits i + 1 and i + 25 of E's output where it is set: before a round both
are summed, and what the lane's bit lets through goes into both on their way into the S-boxes. IP and
FP cancel from one iteration to the next. Memory as in _lanes.py, and

    masks    slices of the salts' bits
    salted   what changes in a round, for each bit of the salt
"""

from asmgen.registers import *  # noqa: F403

from ._circuits import CHANGED, INPUTS, TAKES
from ._lane_keys import LaneBox
from ._lanes import Lanes
from ._sboxes_2in import round_
from ._transpose import GROUP, masks, swap_bits

SALT = 12  # bits
APART = 24  # places of E's output that change
SALTED, PLAIN = (0, 1, 4, 5), (2, 3, 6, 7)  # boxes
_E = [bit for box in TAKES for bit in box]


def define(kernel):
    @kernel.function("des.crypt_lanes", "crypt_lanes")
    def builder(f):
        _Crypt(f).build()


class _SaltedBox(LaneBox):
    salted = None  # where they lie

    def input(self, i, register):
        super().input(i, register)
        bit = (INPUTS * self.box + i) % APART
        if bit < SALT:
            self.v.op("pxor", register, register, self._slot(self.salted, bit))


class _Crypt(Lanes):
    def __init__(self, f):
        super().__init__(f, 1)

    def _areas(self):
        size = SALT * self.v.size
        return {**super()._areas(), "masks": size, "salted": size}

    def build(self):
        f = self.f
        self._frame({"blocks": rdi, "keys": rsi, "salts": rdx, "iterations": rcx})
        r = self.r
        self.salted_box = type("SaltedBox", (_SaltedBox,), {"salted": self.at("salted")})
        again, done = f.label("iteration"), f.label("done")
        f.test(r.iterations, r.iterations)
        f.je(done)
        self._expand_keys()
        self._expand_salts()
        f.mov(r.source, r.blocks)
        f.mov(r.target, r.blocks)
        self._blocks_to_slices()
        f.here(again)
        self._rounds()
        f.dec(r.iterations)
        f.jne(again)
        self._slices_to_blocks()
        f.here(done)
        self._leave()

    def _expand_salts(self):
        """The lowest twelve bits of the first two bytes."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.mov(r.source, r.salts)
        self._bytes_apart("salts_apart")
        at = masks(v)
        for byte in range(2):
            f.phase(f"the salts' bits from {8 * byte} on")
            for k, register in enumerate(regs):
                v.move(register, v.at[self.at("stage", v.size * (GROUP * k + byte))])
            swap_bits(v, regs, spare, [v.at[at + v.size * i] for i in range(3)])
            for bit, register in enumerate(regs[: SALT - 8 * byte]):
                v.move(v.at[self.at("masks", v.size * (8 * byte + bit))], register)

    def _round(self, left, right, key):
        """The boxes that no salt touches first: the others wait for the half block and, through
        memory, for what the salts make of it."""
        self._salt(right, key.complemented)
        for box_class, boxes in ((LaneBox, PLAIN), (self.salted_box, SALTED)):
            round_(self.v, left, right, key, self.at("spill"), box_class, boxes)

    def _salt(self, right, complemented):
        v = self.v
        for bit in range(SALT):
            value = v.registers[bit]
            v.move(value, v.at[right + v.size * _E[bit]])
            v.op("pxor", value, value, v.at[right + v.size * _E[bit + APART]])
            differ = complemented and CHANGED[bit] != CHANGED[bit + APART]
            v.op("pandn" if differ else "pand", value, value, v.at[self.at("masks", v.size * bit)])
            v.move(v.at[self.at("salted", v.size * bit)], value)
