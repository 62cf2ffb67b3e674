# SPDX-License-Identifier: MIT
"""Blocks to bit slices and back, eight vectors at a time.

Bytes first: from eight vectors of blocks to eight vectors, of which vector k holds byte k of every
block. punpcklbw and punpckhbw interleave the bytes of two vectors. Each step moves the upper bit of
the byte index within 16 bytes to the vector index, and a bit of the vector index to the lowest bit
of the byte index. Four steps separate the bytes, three steps reunite them.

Then bits: from eight vectors with the same byte of different blocks to eight vectors, of which vector
k holds bit k. Swaps of 4, 2 and 1 bits do that.

AVX-512 does both by rotations and selections (`_rotate_and_select`).

The order of the blocks in a slice is not that of the input. The way back restores it.
"""

import struct

from ._vectors import SELECT_A

SWAPS = ((4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))
BYTE_MASKS = (0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF)
GROUP = 8  # vectors


def masks(vectors):
    """Returns the address of the three masks of `swap_bits`."""
    return vectors.f.constant(
        "bits",
        b"".join(struct.pack("<I", mask) * (vectors.size // 4) for _, mask in SWAPS),
        "the bits that a swap of 4, 2 and 1 bits moves",
    )


def _interleave(vectors, regs, spare, bit):
    """Interleaves each two vectors whose indices differ in `bit`. The lower index gets the lower
    halves. Changes regs, and returns the new spare register."""
    for i in range(GROUP):
        if i >> bit & 1:
            continue
        j = i | 1 << bit
        a, b = regs[i], regs[j]
        vectors.op("punpcklbw", spare, a, b, note=f"interleave vectors {i} and {j}: lower halves")
        if vectors.vex:
            vectors.op("punpckhbw", b, a, b, note="upper halves")
            regs[i], spare = spare, a
        else:
            vectors.op("punpckhbw", a, a, b, note="upper halves")
            regs[i], regs[j], spare = spare, a, b
    return spare


def _rotate_and_select(vectors, regs, spare, width, masks_at):
    """Moves element i of each group of eight elements of vector k to element k of vector i.

    width: the bits of an element. masks_at: registers or memory with masks of the elements whose number
    lacks bit 2, bit 1 and bit 0. Returns the registers in the order of the vectors.

    Vector k is rotated by k elements, so element i of vector k is at place p = i + k (mod 8). It belongs
    into vector i = p - k. So in the list of the vectors 0, 7, 6 and so on to 1, it moves by p places, as
    far for each vector: a selection for each bit of p. Then vector i is rotated back by i elements.
    """
    rows = [regs[-k % GROUP] for k in range(GROUP)]
    for i in range(1, GROUP):
        vectors.rotate(rows[i], width * (GROUP - i), note=f"vector {GROUP - i}: by {GROUP - i} places")
    for step, mask in zip((4, 2, 1), masks_at):
        for first in range(step):
            last = GROUP - step + first
            note = (
                f"places with bit {step}: rows {first} to {last} in steps of {step} come from the row before"
            )
            vectors.move(spare, rows[last], note=note)
            for i in range(last, first, -step):
                vectors.gate(rows[i], rows[i - step], mask, SELECT_A)
            vectors.gate(rows[first], spare, mask, SELECT_A)
    for i in range(1, GROUP):
        vectors.rotate(rows[i], -width * i % 64, note=f"vector {i}: back by {i} places")
    return rows


def _exchange_bytes(vectors, regs, spare):
    """Moves byte i of each quadword of vector k to byte k of vector i."""
    at = vectors.f.constant(
        "bytes",
        b"".join(struct.pack("<Q", mask) * (vectors.size // 8) for mask in BYTE_MASKS),
        "the bytes of a quadword whose number lacks bit 2, bit 1 and bit 0",
    )
    return _rotate_and_select(vectors, regs, spare, 8, [vectors.at[at + vectors.size * i] for i in range(3)])


def _in_order(regs, meaning):
    """Returns regs in a new order: bit k of the old index becomes bit meaning[k] of the new one."""
    order = [None] * GROUP
    for i, register in enumerate(regs):
        order[sum((i >> k & 1) << bit for k, bit in enumerate(meaning))] = register
    return order


def separate_bytes(vectors, regs, spare):
    """Returns the registers of byte 0 to byte 7 of the blocks in the eight registers regs."""
    if vectors.rotates:
        return _exchange_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (0, 1, 2, 0):
        spare = _interleave(vectors, regs, spare, bit)
    # the bits 0, 1 and 2 of the index are now the bits 0, 2 and 1 of the byte number
    return _in_order(regs, (0, 2, 1))


def reunite_bytes(vectors, regs, spare):
    """Returns the registers of the blocks whose byte 0 to byte 7 are in regs."""
    if vectors.rotates:
        return _exchange_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (2, 1, 0):
        spare = _interleave(vectors, regs, spare, bit)
    return _in_order(regs, (2, 1, 0))


def swap_bits(vectors, regs, spare, masks_at, wanted=range(GROUP)):
    """Moves bit i of each byte of vector k to bit k of vector i. masks_at: registers or memory with
    the three masks. wanted: the vectors that are needed; another one may be left undefined. Returns the
    registers in the order of the vectors."""
    if vectors.rotates:
        return _rotate_and_select(vectors, regs, spare, 1, masks_at)
    for (shift, _), mask in zip(SWAPS, masks_at):
        for i in range(GROUP):
            if not i & shift:
                note = f"vectors {i} and {i + shift}: swap groups of {shift} bits"
                vectors.swap(regs[i], regs[i + shift], spare, shift, mask, note, shift > 1 or i in wanted)
    return regs
