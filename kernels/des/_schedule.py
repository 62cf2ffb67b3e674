# SPDX-License-Identifier: MIT
"""Where the bits of an og_des_key come from, derived from src/des/fips46.h."""

import os
import re

from ._tables import SOURCES

HALF = 28  # bits of C and of D


def _numbers(text, name):
    body = re.search(r"fips46_%s\[\d+\] = \{(.*?)\};" % name, text, re.S).group(1)
    return [int(word) for word in re.findall(r"\d+", body)]


def _standard():
    with open(os.path.join(SOURCES, "fips46.h"), encoding="utf-8") as file:
        text = file.read()
    pc1, pc2, shifts = (_numbers(text, name) for name in ("PC1", "PC2", "shifts"))
    assert len(set(pc1)) == 2 * HALF and len(set(pc2)) == 48 and sum(shifts) == HALF
    return pc1, pc2, shifts


PC1, PC2, SHIFTS = _standard()


def key_bit(half, place):
    """(byte, mask) of the key bit that PC1 puts at a place of C (half 0) or D (half 1)."""
    bit = PC1[HALF * half + place] - 1
    return bit // 8, 0x80 >> bit % 8


def sources():
    """[round][parity of the S-box - 1]: 32 places, the fields of S1 S3 S5 S7 or S2 S4 S6 S8 at bits
    2..7 of their bytes: (half, place there before the first shift) or None."""
    rounds, turned = [], 0
    for shift in SHIFTS:
        turned += shift
        words = [[None] * 32, [None] * 32]
        for i, chosen in enumerate(PC2):
            half, place = divmod(chosen - 1, HALF)
            box, bit = divmod(i, 6)
            words[box % 2][8 * (box // 2) + 2 + bit] = half, (place + turned) % HALF
        rounds.append(words)
    return rounds
