# SPDX-License-Identifier: MIT
"""Derives the lookup tables of the row-wise Whirlpool kernels from whirlpool_spec.h.

    derive_tables.py WHIRLPOOL_SPEC_H OUT_C

Row i of the state after SubBytes, ShiftColumns and MixRows is the sum over the columns k of
S[a] times row k of the circulant matrix, where a is the byte of column k in row i - k. Table k
holds those products, eight bytes that are column 0 to 7 in memory order, for all 256 values of a.
"""

import os
import re
import sys


def read_spec(path):
    """The mini-boxes E and R, the circulant row, the polynomial and the number of rounds."""
    with open(path, encoding="utf-8") as file:
        text = file.read()

    def array(name):
        match = re.search(r"%s\[\d+\] = \{([^}]*)\}" % name, text)
        return [int(word, 0) for word in match.group(1).replace(",", " ").split()]

    def define(name):
        return int(re.search(r"#define %s (\S+)" % name, text).group(1), 0)

    return (
        array("whirlpool_spec_E"),
        array("whirlpool_spec_R"),
        array("whirlpool_spec_circulant"),
        define("WHIRLPOOL_POLYNOMIAL"),
        define("WHIRLPOOL_ROUNDS"),
    )


def sbox(E, R):
    """The 256 bytes of the S-box, composed of its mini-boxes."""
    inverse = [E.index(i) for i in range(16)]
    table = []
    for x in range(256):
        upper, lower = E[x >> 4], inverse[x & 15]
        r = R[upper ^ lower]
        table.append(E[upper ^ r] << 4 | inverse[lower ^ r])
    return table


def multiply(x, y, polynomial):
    product = 0
    while y:
        if y & 1:
            product ^= x
        x <<= 1
        if x & 0x100:
            x ^= polynomial
        y >>= 1
    return product


def rows(S, circulant, polynomial):
    """tables[k][a]: the eight bytes that byte a of column k adds to its output row."""
    return [
        [[multiply(S[a], circulant[(j - k) % 8], polynomial) for j in range(8)] for a in range(256)]
        for k in range(8)
    ]


def check(S, tables):
    """What the specification says of its S-box and its matrix, so that a slip stops the build."""
    assert sorted(S) == list(range(256)), "the S-box is not a permutation"
    assert all(S[x] != x for x in range(256)), "the S-box has a fixed point"
    difference = max(
        sum(S[x] ^ S[x ^ a] == b for x in range(256))
        for a in range(1, 256)
        for b in {S[x] ^ S[x ^ a] for x in range(256)}
    )
    assert difference == 8, "the S-box's differential uniformity is %d, not 8" % difference
    for k in range(8):
        assert all(0 not in tables[k][a] for a in range(256) if S[a]), "the matrix has a zero"


def main():
    spec, out = sys.argv[1:]
    E, R, circulant, polynomial, rounds = read_spec(spec)
    S = sbox(E, R)
    tables = rows(S, circulant, polynomial)
    check(S, tables)
    lines = [
        "/* Derived from whirlpool_spec.h by derive_tables.py: do not edit. */",
        '#include "whirlpool/whirlpool_tables.h"',
        "",
        "const uint8_t og_whirlpool_rc[%d][8] = {" % rounds,
    ]
    for r in range(rounds):
        lines.append("    {%s}," % ", ".join("0x%02x" % S[8 * r + j] for j in range(8)))
    lines += ["};", "", "const uint8_t og_whirlpool_table[8][256][8] __attribute__((aligned(64))) = {"]
    for table in tables:
        lines.append("    {")
        lines += ["        {%s}," % ", ".join("0x%02x" % b for b in row) for row in table]
        lines.append("    },")
    lines += ["};", ""]
    with open(out + ".tmp", "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    os.replace(out + ".tmp", out)


if __name__ == "__main__":
    main()
