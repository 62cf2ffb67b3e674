# SPDX-License-Identifier: MIT
"""Conversion between the byte order of messages (rows) and that of the kernels (pairs of columns), and
the round constants in the latter."""

from .._spec import ROUNDS, round_constant
from ._round import PAIRS

INTERLEAVE = bytes(8 * (i % 2) + i // 2 for i in range(16))


def transpose(f, rows, spare, mask):
    """Transposes an 8 x 8 matrix of bytes in each 128-bit lane: rows 2q and 2q + 1 in rows[q] become
    columns 2q and 2q + 1, and the other way round. mask: `INTERLEAVE` in each lane."""
    (a, b, c, d), (x, y, z, u) = rows, spare
    for row in rows:
        f.vpshufb(row, row, mask)  # a0 b0 a1 b1 ..
    f.vpunpcklwd(x, a, b)  # a0 b0 c0 d0 a1 ..
    f.vpunpckhwd(y, a, b)
    f.vpunpcklwd(z, c, d)
    f.vpunpckhwd(u, c, d)
    f.vpunpckldq(a, x, z)
    f.vpunpckhdq(b, x, z)
    f.vpunpckldq(c, y, u)
    f.vpunpckhdq(d, y, u)


def round_constants(offsets):
    """Returns the registers with the round constants of all rounds. A constant has row 0 only.

    offsets: for each 128-bit lane a byte that is added to every byte of the lane.
    """
    content = []
    for number in range(1, ROUNDS + 1):
        row = round_constant(number)
        for q in PAIRS:
            lane = [0] * 16
            lane[0], lane[8] = row[2 * q : 2 * q + 2]
            content += [b ^ offset for offset in offsets for b in lane]
    return bytes(content)
