# SPDX-License-Identifier: MIT
"""The conditions that clear blocks of disturbance vectors (src/sha1/sha1dc_facts.json), on the
schedule words of all messages in lanes (_wide.py): what the kernels of sha1dc.lanes share.

A condition is looked at when the later of its two words is made; the other one is in the ring then.
Its bit, moved to the top and spread over the lane, takes the condition's vectors out of those left.
"""

from asmgen.registers import dword

from ..multi_buffer._vector_lanes import RING
from ._bitplanes import facts

SIGN = 31
EVERY = (1 << 32) - 1


def conditions():
    """{t: {(earlier word, how far up W(t) must move to bring its bit to that of the earlier word):
    [(bit, what the two sum to, mask of the vectors)]}}."""
    made = {}
    for i, bi, j, bj, want, vectors in facts()["conditions"]:
        assert i <= j < i + RING
        made.setdefault(j, {}).setdefault((i, bi - bj), []).append((bi, want, sum(1 << v for v in vectors)))
    return made


class Conditions:
    """total: the vectors that are left, behind round 79."""

    def __init__(self, v):
        self.v, self.conditions = v, conditions()
        self.total, self.moved, self.sums, self.spread, self.mask = v.registers[9:14]
        self.masks = sorted(
            {mask for of in self.conditions.values() for some in of.values() for *_, mask in some}
        )
        self.table = v.f.constant(
            "masks", b"".join(mask.to_bytes(4, "little") for mask in (EVERY, *self.masks))
        )

    def after(self, t):
        """To be called behind round t, W(t) being in v.w."""
        v = self.v
        if t == min(self.conditions) - 1:
            self.broadcast(self.total, 0)
        held = 0, v.w
        for (i, up), some in sorted(
            self.conditions.get(t, {}).items(), key=lambda item: (abs(item[0][1]), item[0][::-1])
        ):
            if up != held[0]:
                v.move_bits(self.moved, v.w, up)
                held = up, self.moved
            v.xor(self.sums, held[1], v.ring(i))
            for bit, want, mask in some:
                v.f.phase(f"W({i}) and W({t}), bits {bit} and {bit - up}")
                v.shl(self.spread, self.sums, SIGN - bit)
                v.f.vpsrad(self.spread, self.spread, SIGN)
                self.broadcast(self.mask, 1 + self.masks.index(mask))
                v.clear(self.total, self.spread, self.mask, want)

    def broadcast(self, register, number):
        self.v.f.vpbroadcastd(register, dword[self.table + 4 * number])
