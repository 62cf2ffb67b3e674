# SPDX-License-Identifier: MIT
"""Between the byte order of messages, rows, and that of the kernels, pairs of columns; the round
constants in that order."""

from .._spec import ROUNDS, round_constant
from ._round import PAIRS

INTERLEAVE = bytes(8 * (i % 2) + i // 2 for i in range(16))


def transpose(f, rows, spare, mask):
    """Rows 2q and 2q + 1 of an 8 x 8 matrix of bytes in rows[q], in each lane, become columns 2q and
    2q + 1, and the other way round. mask: `INTERLEAVE` in each lane."""
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
    """For each round and each register: the constant, which fills row 0, in each lane, and that
    lane's offset in every byte."""
    content = []
    for number in range(1, ROUNDS + 1):
        row = round_constant(number)
        for q in PAIRS:
            lane = [0] * 16
            lane[0], lane[8] = row[2 * q : 2 * q + 2]
            content += [b ^ offset for offset in offsets for b in lane]
    return bytes(content)
