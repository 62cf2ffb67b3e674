# SPDX-License-Identifier: MIT
"""The unavoidable bit conditions (UBCs) on the schedule words of all messages, for the sha1dc.lanes
kernels.

A condition is evaluated in the round of the later of its two words, when the other is in the ring of
schedule words. The xor of the two words is shifted so that the condition's bit is the sign, and an
arithmetic shift spreads it over the element. A violated condition clears its DVs in the mask.
"""

from asmgen.x86.registers import dword
from spec.sha1 import CONDITIONS, VECTORS

from ..multi_buffer._vector_lanes import RING
from ._bitplanes import dv_name

SIGN = 31
ALL_DVS = (1 << 32) - 1


def conditions():
    """Returns {t: {(i, move): [(bi, want, DVs)]}} of the conditions on W[i] and W[t], i <= t.

    move: bits by which W[t] moves up, so that its bit of the condition is at that of W[i].
    """
    made = {}
    for i, bi, j, bj, want, dvs in CONDITIONS:
        assert i <= j < i + RING
        made.setdefault(j, {}).setdefault((i, bi - bj), []).append((bi, want, dvs))
    return made


def mask_of(dvs):
    return sum(1 << dv for dv in dvs)


def equivalents(register):
    """Returns what asm/asmgen/mutate.py may find equivalent; register: the one that Conditions spreads a bit in."""
    shift = f"vpsrad {register}, {register}, "
    return {f"{shift}{SIGN:#x} -> {shift}{SIGN ^ 1:#x}": "bit 0 differs, and the mask has no DV there"}


class Conditions:
    """The evaluation of all conditions. `total` has the mask of each message after round 79."""

    def __init__(self, v):
        """v: the AvxVectors of the kernel."""
        self.v, self.conditions = v, conditions()
        self.names = [dv_name(dv) for dv in VECTORS]
        self.total, self.moved, self.sums, self.spread, self.mask = v.registers[9:14]
        self.masks = sorted(
            {mask_of(dvs) for of in self.conditions.values() for some in of.values() for *_, dvs in some}
        )
        self.table = v.f.constant(
            "masks", b"".join(mask.to_bytes(4, "little") for mask in (ALL_DVS, *self.masks))
        )

    def after(self, t):
        """Evaluates the conditions whose later word is W[t]. To be called after round t, with W[t] in
        v.w."""
        v = self.v
        if t == min(self.conditions) - 1:
            self.broadcast(self.total, 0, "all DVs are possible")
        held = 0, v.w
        for (i, move), some in sorted(
            self.conditions.get(t, {}).items(), key=lambda item: (abs(item[0][1]), item[0][::-1])
        ):
            if move != held[0]:
                v.move_bits(self.moved, v.w, move, f"W[{t}], bits {move:+d}")
                held = move, self.moved
            v.xor(self.sums, held[1], v.ring(i), f"^ W[{i}]")
            for bit, want, dvs in some:
                names = " ".join(self.names[dv] for dv in dvs)
                v.f.phase(
                    f"UBC: W[{i}].{bit} ^ W[{t}].{bit - move} = {want}, else exclude {names}", inside=True
                )
                v.shl(self.spread, self.sums, SIGN - bit, "the sum to the sign")
                v.f.vpsrad(self.spread, self.spread, SIGN, note="the sum in every bit")
                self.broadcast(self.mask, 1 + self.masks.index(mask_of(dvs)), "DVs that have the condition")
                v.clear(self.total, self.spread, self.mask, want)

    def broadcast(self, register, number, note):
        self.v.f.vpbroadcastd(register, dword[self.table + 4 * number], note=note)
