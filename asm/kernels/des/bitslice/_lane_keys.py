# SPDX-License-Identifier: MIT
"""Round keys for a key in each lane: C and D as slices, and a round key as 48 of these slices.

C and D are rotated from round to round. Each is stored twice, back to back, so a rotation is a change
of the address that PC2 counts from, and no round key is ever computed.

In the rounds that read a complemented half block (_circuits.py) 24 inputs need complemented key bits.
Where the frame has room, complements of all slices follow the slices. These inputs have an address of their own,
which leads to the slices or to their complements. So all rounds have the same code. Otherwise the round complements
the 24 inputs itself.
"""

import struct

from .._schedule import HALF, PC1, PC2, ROTATIONS
from .._transpose import GROUP, masks, swap_bits
from ._circuits import COMPLEMENTED, COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS, E_SLICES, INPUTS
from ._sboxes_2in import Box

KEY_SLICES = 4 * HALF  # of one key: C, C, D, D


def key_slice(index):
    """Returns the first slice of a bit of C and D, counted from 0."""
    return index + HALF * (index >= HALF)


def bases(passes, size):
    """Returns dwords with the distance of each round's slices from the first slice in bytes, in the
    order of use. The second pass of Triple DES decrypts."""
    table = [
        size * (KEY_SLICES * number + rotation)
        for number in range(passes)
        for rotation in (ROTATIONS[::-1] if number % 2 else ROTATIONS)
    ]
    return struct.pack(f"<{len(table)}I", *table)


def both_bases(size):
    """Returns three dwords for each round of one pass, in bytes: the distance of its slices, the distance of the
    slices for inputs in COMPLEMENTED, and the size of a vector where these are complements, or 0."""
    table = []
    for i, rotation in enumerate(ROTATIONS):
        complements = i % COMPLEMENTED_PERIOD in COMPLEMENTED_ROUNDS
        table += [size * rotation, size * (rotation + KEY_SLICES * complements), size * complements]
    return struct.pack(f"<{len(table)}I", *table)


def expand(batch, to, complements, label):
    """Makes slices of the keys whose bytes are in the stage.

    to: a register with the address of the slices, which is overwritten. complements: whether their
    complements follow. label: for the loops.
    """
    f, r, v = batch.f, batch.r, batch.v
    *regs, spare = v.registers[: GROUP + 1]
    mask_registers = v.registers[GROUP + 1 : GROUP + 4]
    at = masks(v)
    for i, register in enumerate(mask_registers):
        v.move_unaligned(register, v.at[at + v.size * i])
    f.lea(r.byte_at, batch.at("stage"))
    for first in (0, 4):  # the bits of the fourth column belong to D in bytes 0 to 3, to C in 4 to 7
        f.phase(f"PC1 of byte k = {first} to {first + 3}")

        def one_byte(first=first):
            for i, register in enumerate(regs):
                v.move(register, v.at[batch.stage_slot(i)], note=f"byte k of group {i}")
            bits = swap_bits(v, regs, spare, mask_registers, range(1, 8))  # bit 0 is parity
            for bit in range(1, 8):
                indices = [PC1.index(8 * byte + 8 - bit) for byte in range(first, first + 4)]
                assert indices == list(range(indices[0], indices[0] - 4, -1))
                slot = key_slice(indices[0]) + first
                name = f"{'CD'[indices[0] // HALF]}[{indices[0] % HALF + 1 + first} - k]"
                for start in range(0, 2 * KEY_SLICES if complements else KEY_SLICES, KEY_SLICES):
                    if start:
                        v.op("pxor", bits[bit], bits[bit], ones(v), note="the complement")
                    v.move(v.at[to + v.size * (start + slot)], bits[bit], note=f"bit {bit}: {name}")
                    v.move(v.at[to + v.size * (start + slot + HALF)], bits[bit], note="its second copy")
            f.sub(to, v.size)
            f.add(r.byte_at, v.size)

        batch.loop(f"{label}_{first}", 4, one_byte)


def ones(vectors):
    return vectors.at[vectors.f.constant("ones", b"\xff" * vectors.size)]


class RoundKey:
    """Where LaneBox finds the key of a round.

    base: address of the slice that is bit 1 of the rotated C. other: that address for the inputs in COMPLEMENTED, of
    the slices or of their complements; None: there are no complements, and LaneBox complements these inputs if
    `complemented`, because the round reads a complemented half block.
    """

    def __init__(self, base, other=None, complemented=False):
        self.base, self.other, self.complemented = base, other, complemented


def right_slice(box, i):
    """Returns the operand and the name of the slice of R of an input of a box."""
    source = E_SLICES[box.box][i]
    return box.slice(box.right, source), f"R[{source + 1}]"


class LaneBox(Box):
    """An S-box of a round under a key for each lane. key: a RoundKey."""

    right_slice = right_slice

    def key_slice(self, step):
        """Returns the operand and the name of the key bit of an input."""
        number = INPUTS * self.box + step.signal
        other = self.key.other if COMPLEMENTED[number] else None
        slot = key_slice(PC2[number] - 1)
        return self.slice(other or self.key.base, slot), f"{'+-' * bool(other)}K[{number + 1}]"

    def input(self, step, register):
        v, number = self.v, INPUTS * self.box + step.signal
        operand, key = self.key_slice(step)
        half, name = self.right_slice(step.signal)
        v.move(register, operand, note=key)
        v.op("pxor", register, register, half, f"x{step.signal} = {name} ^ {key}")
        if self.key.complemented and COMPLEMENTED[number]:
            v.op("pxor", register, register, ones(v), note=f"x{step.signal} = ~x{step.signal}")
