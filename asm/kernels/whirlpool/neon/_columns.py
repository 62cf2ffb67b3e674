# SPDX-License-Identifier: MIT
"""Conversion between the byte order of messages (rows) and pairs of columns, and the round constants."""

from .._spec import ROUNDS, round_constant

PAIRS = range(4)  # registers of a state; number q has columns 2q and 2q + 1
# tbl of four registers: column 2q of 64 bytes in rows. Column 2q + 1 follows by the index + 1.
_COLUMNS = [bytes(8 * (i % 8) + 2 * q + i // 8 for i in range(16)) for q in PAIRS]


def transposition():
    """Returns four vectors of indices. By them tbl of a state's four registers makes columns of rows. It also
    makes rows of columns, because a transposition is its own inverse."""
    return b"".join(_COLUMNS)


def round_constants():
    """Returns the registers with the round constants of all rounds. A constant has row 0 only."""
    content = []
    for number in range(1, ROUNDS + 1):
        row = round_constant(number)
        for q in PAIRS:
            lane = [0] * 16
            lane[0], lane[8] = row[2 * q : 2 * q + 2]
            content += lane
    return bytes(content)
