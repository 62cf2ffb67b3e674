# SPDX-License-Identifier: MIT
"""The tables of E(P(S)): entries of 64 bits in expanded form."""

import struct

from .._spec import FIELDS
from .._tables import SP

TABLE = 512  # bytes of one S-box's table
BOXES = (0, 2, 4, 6, 1, 3, 5, 7)  # the S-box (from 0) of each byte of a state
# why a mutant that joins two entries by or is equivalent
DISJOINT = "no two tables have a bit in common, so entries may be joined by or"


def expand(word):
    """Returns E of a half block that is rotated left by 3.

    Bytes 0 to 3 are the fields of S1 S3 S5 S7, bytes 4 to 7 those of S2 S4 S6 S8.
    """
    turned = (word >> 4 | word << 28) & 0xFFFFFFFF
    return word & FIELDS | (turned & FIELDS) << 32


def _tables():
    sp = list(struct.iter_unpack("<64I", SP))
    return b"".join(struct.pack("<64Q", *map(expand, sp[box])) for box in BOXES)


TABLES = _tables()


def with_differences(tables):
    """Returns the tables for `salt_tables`: each two entries, then the differences of these two.

    A difference is an entry xored with itself after the salt of crypt(3) with all bits set has
    exchanged the two words of each dword.
    """
    out = b""
    for pair in struct.iter_unpack("<8H", tables):
        out += struct.pack("<8H", *pair)
        out += struct.pack("<8H", *(word ^ pair[i ^ 1] for i, word in enumerate(pair)))
    return out
