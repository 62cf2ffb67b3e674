# SPDX-License-Identifier: MIT
"""Derives the lookup tables of the row-wise Whirlpool kernels.

Row i of the state after SubBytes, ShiftColumns and MixRows is the sum over the columns k of S[a] times
row k of the circulant matrix, where a is the byte in row i - k and column k. Table k contains these
products for all 256 values of a: eight bytes each, columns 0 to 7 in memory order.
"""

from ..c_source import write as write_lines
from . import CIRCULANT, ROUNDS, SBOX, multiply, round_constant


def rows():
    """Returns tables[k][a]: the eight bytes that byte a of column k adds to its output row."""
    return [
        [[multiply(SBOX[a], CIRCULANT[(j - k) % 8]) for j in range(8)] for a in range(256)] for k in range(8)
    ]


def _check(tables):
    """Stops the build at a typing error: the S-box and the matrix of the standard have these properties."""
    assert sorted(SBOX) == list(range(256)), "the S-box is not a permutation"
    assert all(SBOX[x] != x for x in range(256)), "the S-box has a fixed point"
    difference = max(
        sum(SBOX[x] ^ SBOX[x ^ a] == b for x in range(256))
        for a in range(1, 256)
        for b in {SBOX[x] ^ SBOX[x ^ a] for x in range(256)}
    )
    assert difference == 8, "the S-box's differential uniformity is %d, not 8" % difference
    for k in range(8):
        assert all(0 not in tables[k][a] for a in range(256) if SBOX[a]), "the matrix has a zero"


def _row(row):
    return "{%s}," % ", ".join("0x%02x" % byte for byte in row)


def write(folder):
    """Writes whirlpool_tables.c."""
    tables = rows()
    _check(tables)
    lines = [
        "/* Derived from asm/spec/whirlpool/whirlpool_spec.h by asm/spec/whirlpool/tables.py: do not edit. */",
        '#include "whirlpool/whirlpool_tables.h"',
        "",
        "const uint8_t og_whirlpool_rc[%d][8] = {" % ROUNDS,
    ]
    lines += ["    " + _row(round_constant(r)) for r in range(1, ROUNDS + 1)]
    lines += ["};", "", "const uint8_t og_whirlpool_table[8][256][8] __attribute__((aligned(64))) = {"]
    for table in tables:
        lines += ["    {"] + ["        " + _row(row) for row in table] + ["    },"]
    write_lines(folder, "whirlpool_tables.c", lines + ["};", ""])
