# SPDX-License-Identifier: MIT
"""Blocks to bit slices and back, eight vectors at a time.

Bytes first: in eight vectors of blocks, four times (three on the way back), the bytes of two
vectors go alternately into two others. Each time the upper bit of a byte's place in its 16 bytes
becomes one of the vector's place, and that one the lowest of the byte's, until each vector has one
byte of every block. Where a swap is four instructions, groups of 1, 2 and 4 bytes change places
instead, both ways. Then bits: of the eight vectors with the same byte, groups of 4, 2 and 1 bits
change places. Blocks come to stand in an order of their own, which the way back undoes.
"""

import struct

from ._circuits import LAST_BYTE

SWAPS = ((4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))
BYTE_SWAPS = ((1, 0x00FF00FF00FF00FF), (2, 0x0000FFFF0000FFFF), (4, 0x00000000FFFFFFFF))
GROUP = 8  # vectors


def masks(vectors):
    f = vectors.f
    return f.constant(
        "bits",
        b"".join(struct.pack("<I", mask) * (vectors.size // 4) for _, mask in SWAPS),
        "those that a swap moves",
    )


def _interleave(vectors, regs, spare, bit):
    """Of each two vectors whose places differ in `bit`, the first gets the lower halves' bytes."""
    for i in range(GROUP):
        if i >> bit & 1:
            continue
        j = i | 1 << bit
        a, b = regs[i], regs[j]
        vectors.op("punpcklbw", spare, a, b)
        if vectors.vex:
            vectors.op("punpckhbw", b, a, b)
            regs[i], spare = spare, a
        else:
            vectors.op("punpckhbw", a, a, b)
            regs[i], regs[j], spare = spare, a, b
    return spare


def _swap_bytes(vectors, regs, spare):
    """Byte i of each quadword of vector k becomes byte k of vector i."""
    at = vectors.f.constant(
        "bytes",
        b"".join(struct.pack("<Q", mask) * (vectors.size // 8) for _, mask in BYTE_SWAPS),
        "those that a swap moves",
    )
    for number, (step, _) in enumerate(BYTE_SWAPS):
        for i in range(GROUP):
            if not i & step:
                vectors.swap(regs[i], regs[i + step], spare, 8 * step, vectors.at[at + vectors.size * number])
    return regs


def _placed(regs, bits):
    """regs by what their places mean after some interleaving: bits[k] is what bit k says."""
    order = [None] * GROUP
    for i, register in enumerate(regs):
        order[sum((i >> k & 1) << meaning for k, meaning in enumerate(bits))] = register
    return order


def bytes_apart(vectors, regs, spare):
    """regs: eight vectors of blocks; returned: the vectors of byte 0 to byte 7."""
    if vectors.swaps_bytes:
        return _swap_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (0, 1, 2, 0):
        spare = _interleave(vectors, regs, spare, bit)
    # bit 0 of the place was first the block's parity and is the lowest bit of the byte's number
    return _placed(regs, (0, 2, 1))


def bytes_together(vectors, regs, spare):
    """The reverse: from vectors with byte 0 to byte 7, the vectors of blocks."""
    if vectors.swaps_bytes:
        return _swap_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (2, 1, 0):
        spare = _interleave(vectors, regs, spare, bit)
    return _placed(regs, (2, 1, 0))


def swap_bits(vectors, regs, spare, masks_at):
    """Bit i of vector k becomes bit k of vector i. masks_at: registers or memory of the masks."""
    for (shift, _), mask in zip(SWAPS, masks_at):
        for i in range(GROUP):
            if i & shift:
                continue
            vectors.swap(regs[i], regs[i + shift], spare, shift, mask)


def slot(bit):
    """Where the slice of a bit of the last byte stands in the state, counted in vectors."""
    return LAST_BYTE[bit]
