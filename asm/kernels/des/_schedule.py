# SPDX-License-Identifier: MIT
"""The bit of the key behind each bit of an og_des_key (FIPS 46-3: PC1, PC2 and the shifts)."""

from spec.des import PC1, PC2, SHIFTS

from ._spec import ROUNDS

HALF = 28  # bits of C and of D

# [i]: by how many bits C and D are rotated in round key i
ROTATIONS = [sum(SHIFTS[: i + 1]) for i in range(ROUNDS)]


def key_bit(half, index):
    """Returns (byte, mask) of the key bit that PC1 puts at an index of C (half 0) or D (half 1)."""
    bit = PC1[HALF * half + index] - 1
    return bit // 8, 0x80 >> bit % 8


def sources():
    """Returns for each round its two words, first the fields of S1 S3 S5 S7, then of S2 S4 S6 S8.

    A word is 32 entries from bit 0 up: (half, index before the first rotation), or None for the two
    lowest bits of each byte. A field is at bits 2 to 7 of its byte.
    """
    rounds = []
    for rotation in ROTATIONS:
        words = [[None] * 32, [None] * 32]
        for i, chosen in enumerate(PC2):
            half, index = divmod(chosen - 1, HALF)
            box, bit = divmod(i, 6)
            words[box % 2][8 * (box // 2) + 2 + bit] = half, (index + rotation) % HALF
        rounds.append(words)
    return rounds
