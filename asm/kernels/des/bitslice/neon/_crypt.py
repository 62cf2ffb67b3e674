# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices on AArch64, with a key and a salt for each lane.

Bit i of a salt, where it is set, exchanges bits i + 1 and i + 25 of E's output. So an input of an S-box is one of
two slices, which the slice of the salts' bit selects: bit is one instruction. IP and FP cancel from one iteration
to the next. The frame is that of _lanes.py with one more area.
"""

import functools

from asmgen.a64.registers import *  # noqa: F403
from asmgen.frame import Area

from .._circuits import COMPLEMENTED, INPUTS
from .._crypt import DISTANCE, E_BITS, SALT, salt_of
from ._batch import BATCH, BYTES
from ._lanes import Lanes
from ._sboxes_select import SIZE, Round, slice_of

OTHER = v31  # the slice that a salt exchanges with the one that E brings to an input


def define(kernel):
    """Gives a kernel des.crypt_lanes."""

    @kernel.function("des.crypt_lanes", "crypt_lanes")
    def builder(f):
        _Crypt(f, 1).build()


class _SaltedRound(Round):
    """complemented: whether the round reads a complemented half block. salts: the address of the slices of the
    salts' bits."""

    def __init__(self, f, left, right, key, complemented, salts):
        super().__init__(f, left, right, key)
        self.complemented, self.salts = complemented, salts

    def right_bit(self, box, i, value, free):
        f, bit, name = self.f, salt_of(box, i), super().right_bit(box, i, value, free)
        if bit is None:
            return name
        other = E_BITS[(INPUTS * box + i + DISTANCE) % len(E_BITS)]
        f.ldr(OTHER.q, slice_of(self.right, other), note=f"R[{other + 1}]")
        f.ldr(free.q, at[self.salts + SIZE * bit], note=f"salts[{bit}]")
        f.bit(value.b16, OTHER.b16, free.b16, note=f"salts[{bit}] ? R[{other + 1}] : {name}")
        if self.complemented and COMPLEMENTED[bit] != COMPLEMENTED[bit + DISTANCE]:
            f.eor(value.b16, value.b16, free.b16, note="one of the two is complemented")
        return f"(salts[{bit}] ? R[{other + 1}] : {name})"


class _Crypt(Lanes):
    def areas(self):
        return [*super().areas(), Area("salts", SALT * SIZE, SIZE, "slices of the salts' bits")]

    def build(self):
        f = self.f
        self.enter({"blocks": x0, "keys": x1, "salts": x2, "iterations": x3})
        r = self.r
        again, done = f.label("iteration"), f.label("done")
        f.cbz(r.iterations, done)
        self.expand_keys()
        self._expand_salts()
        self.load(r.blocks)
        self.halves()
        f.here(again)
        self.rounds()
        f.sub(r.iterations, r.iterations, 1)
        f.cbnz(r.iterations, again)
        f.sub(r.blocks, r.blocks, BATCH)
        self.store(r.blocks, r.left, r.right)
        f.here(done)
        f.leave()

    def _expand_salts(self):
        """Makes slices of the lowest 12 bits of the salts. The masks of swap_bits are still loaded."""
        f, r = self.f, self.r
        self.separate(r.salts, "salts_apart", count=2)
        self.address(r.state_at, "state")
        for first in (0, len(BYTES)):
            f.phase(f"the salts' bits from {first} on")
            wanted = BYTES[: SALT - first]
            self.bytes_to_bits(range(len(wanted)))
            for bit, register in enumerate(wanted, first):
                f.str(register.q, at[self.at("salts", SIZE * bit)])
            if first == 0:
                f.add(r.state_at, r.state_at, SIZE)

    def s_boxes(self, left, right, complemented):
        key = functools.partial(self.load_key, complemented)
        _SaltedRound(self.f, left, right, key, complemented, self.at("salts")).emit()
