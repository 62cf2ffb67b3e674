# SPDX-License-Identifier: MIT
"""Blocks to bit slices and back, eight vectors at a time.

Bytes first: from eight vectors of blocks to eight vectors, of which vector k holds byte k of every
block. punpcklbw and punpckhbw interleave the bytes of two vectors. Each step moves the upper bit of
the byte index within 16 bytes to the vector index, and a bit of the vector index to the lowest bit
of the byte index. Four steps separate the bytes, three steps reunite them. Where a swap takes four
instructions (AVX-512), swaps of 1, 2 and 4 bytes do both.

Then bits: from eight vectors with the same byte of different blocks to eight vectors, of which vector
k holds bit k. Swaps of 4, 2 and 1 bits do that.

The order of the blocks in a slice is not that of the input. The way back restores it.
"""

import struct

SWAPS = ((4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))
BYTE_SWAPS = ((1, 0x00FF00FF00FF00FF), (2, 0x0000FFFF0000FFFF), (4, 0x00000000FFFFFFFF))
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


def _swap_bytes(vectors, regs, spare):
    """Moves byte i of each quadword of vector k to byte k of vector i."""
    at = vectors.f.constant(
        "bytes",
        b"".join(struct.pack("<Q", mask) * (vectors.size // 8) for _, mask in BYTE_SWAPS),
        "the bytes that a swap of 1, 2 and 4 bytes moves",
    )
    for number, (step, _) in enumerate(BYTE_SWAPS):
        for i in range(GROUP):
            if not i & step:
                mask = vectors.at[at + vectors.size * number]
                note = f"vectors {i} and {i + step}: swap groups of {step} bytes"
                vectors.swap(regs[i], regs[i + step], spare, 8 * step, mask, note)
    return regs


def _in_order(regs, meaning):
    """Returns regs in a new order: bit k of the old index becomes bit meaning[k] of the new one."""
    order = [None] * GROUP
    for i, register in enumerate(regs):
        order[sum((i >> k & 1) << bit for k, bit in enumerate(meaning))] = register
    return order


def separate_bytes(vectors, regs, spare):
    """Returns the registers of byte 0 to byte 7 of the blocks in the eight registers regs."""
    if not vectors.interleaves:
        return _swap_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (0, 1, 2, 0):
        spare = _interleave(vectors, regs, spare, bit)
    # the bits 0, 1 and 2 of the index are now the bits 0, 2 and 1 of the byte number
    return _in_order(regs, (0, 2, 1))


def reunite_bytes(vectors, regs, spare):
    """Returns the registers of the blocks whose byte 0 to byte 7 are in regs."""
    if not vectors.interleaves:
        return _swap_bytes(vectors, regs, spare)
    regs = list(regs)
    for bit in (2, 1, 0):
        spare = _interleave(vectors, regs, spare, bit)
    return _in_order(regs, (2, 1, 0))


def swap_bits(vectors, regs, spare, masks_at):
    """Moves bit i of each byte of vector k to bit k of vector i. masks_at: registers or memory with
    the three masks."""
    for (shift, _), mask in zip(SWAPS, masks_at):
        for i in range(GROUP):
            if not i & shift:
                note = f"vectors {i} and {i + shift}: swap groups of {shift} bits"
                vectors.swap(regs[i], regs[i + shift], spare, shift, mask, note)
