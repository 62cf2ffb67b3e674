# SPDX-License-Identifier: MIT
"""A key for each lane: C and D as slices, each twice in a row, so that a round key is 48 of them
counted from a base that moves on as C and D rotate.

A circuit gives S(x) ^ S(0): in rounds 2 and 3, 6 and 7, and so on the half block that is read
carries the bits of S(0) (_round_keys.py). They cannot be part of slices that serve every round. Where
there is room for them, complements of all slices follow behind the slices, for these rounds to
take; else an input is complemented on its way, 24 in such a round.
"""

import os
import struct

from .._spec import ROUNDS
from .._tables import SOURCES
from ._circuits import CHANGED, INPUTS, TAKES, load_script
from ._sboxes_2in import Box
from ._transpose import GROUP, masks, swap_bits

HALF = 28  # bits of C and of D
SLICES = 4 * HALF  # of a key: C, C, D, D
BODY, COMPLEMENTED = 4, (1, 2)  # rounds of the loop's body; those of them that read S(0)


def _standard():
    derive = load_script("derive_tables")
    with open(os.path.join(SOURCES, "fips46.h"), encoding="utf-8") as file:
        text = file.read()
    return [
        derive.read_table(text, name, size)
        for name, size in (("PC1", 2 * HALF), ("PC2", 48), ("shifts", ROUNDS))
    ]


_PC1, _PC2, _SHIFTS = _standard()


def _doubled(place):
    """The slice of a bit of C and D, counted from 0: its first one."""
    return place + HALF * (place >= HALF)


def bases(passes, size):
    """Where the round keys begin, in bytes from the first slice, in the order of use."""
    turned = [sum(_SHIFTS[: i + 1]) for i in range(ROUNDS)]
    table = [
        size * (SLICES * number + turn)
        for number in range(passes)
        for turn in (turned[::-1] if number % 2 else turned)
    ]
    return struct.pack(f"<{len(table)}I", *table)


def expand(bulk, to, complements, name):
    """Keys whose bytes stand apart in the stage become slices. to: a register with the address for
    them, which is spent; complements: do they follow? name: for labels."""
    f, r, v = bulk.f, bulk.r, bulk.v
    *regs, spare = v.registers[: GROUP + 1]
    kept = v.registers[GROUP + 1 : GROUP + 4]
    at = masks(v)
    for i, register in enumerate(kept):
        v.move_any(register, v.at[at + v.size * i])
    f.lea(r.s, bulk.at("stage"))
    for first in (0, 4):  # the fourth column belongs to D in the first four bytes, then to C

        def bits(first=first):
            for k, register in enumerate(regs):
                v.move(register, v.at[r.s + GROUP * v.size * k])
            swap_bits(v, regs, spare, kept)
            for bit in range(1, 8):  # 0 is parity
                places = [_PC1.index(8 * byte + 8 - bit) for byte in range(first, first + 4)]
                assert places == list(range(places[0], places[0] - 4, -1))
                slot = _doubled(places[0]) + first
                for start in range(0, 2 * SLICES if complements else SLICES, SLICES):
                    if start:
                        v.op("pxor", regs[bit], regs[bit], ones(v))
                    v.move(v.at[to + v.size * (start + slot)], regs[bit])
                    v.move(v.at[to + v.size * (start + slot + HALF)], regs[bit])
            f.sub(to, v.size)
            f.add(r.s, v.size)

        bulk.loop(f"{name}_{first}", 4, bits)


def ones(vectors):
    return vectors.at[vectors.f.constant("ones", b"\xff" * vectors.size)]


class RoundKey:
    """base: the address of the slice that is bit 1 of C; complemented: is S(0) in the half block?
    complements: do the slices' complements follow?"""

    def __init__(self, base, complemented, complements):
        self.base, self.complemented, self.complements = base, complemented, complements


class LaneBox(Box):
    """An S-box of a round under a key for each lane."""

    def input(self, i, register):
        v, number = self.v, INPUTS * self.box + i
        change = self.key.complemented and CHANGED[number]
        slot = _doubled(_PC2[number] - 1) + (SLICES if change and self.key.complements else 0)
        v.move(register, self._slot(self.key.base, slot))
        v.op("pxor", register, register, self._slot(self.right, TAKES[self.box][i]))
        if change and not self.key.complements:
            v.op("pxor", register, register, ones(v))
