# SPDX-License-Identifier: MIT
"""What the kernels in E-form take from FIPS 46-3."""

import struct

from ._tables import SP

BLOCK = 8  # bytes
ROUNDS = 16
SCHEDULE = 8 * ROUNDS  # bytes of an og_des_key
FIELDS = 0xFCFCFCFC  # a 6-bit field at bits 2..7 of each byte


def expanded(word):
    """E of a half block rotated left by 3: bytes 0..3 are the fields of S1 S3 S5 S7, bytes 4..7
    those of S2 S4 S6 S8."""
    turned = (word >> 4 | word << 28) & 0xFFFFFFFF
    return word & FIELDS | (turned & FIELDS) << 32


def expanded_tables():
    """E(P(S)) as 8 tables of 64 qwords, in the order of a state's bytes."""
    boxes = list(struct.iter_unpack("<64I", SP))
    return b"".join(struct.pack("<64Q", *map(expanded, boxes[box])) for box in (0, 2, 4, 6, 1, 3, 5, 7))


def with_differences(tables):
    """Each two qwords of the tables followed by the differences that a salt of crypt(3) picks from:
    between a qword and what it is when all bits are exchanged, the two words of each dword."""
    out = b""
    for pair in struct.iter_unpack("<8H", tables):
        out += struct.pack("<8H", *pair)
        out += struct.pack("<8H", *(word ^ pair[i ^ 1] for i, word in enumerate(pair)))
    return out
