# SPDX-License-Identifier: MIT
"""The tables of FIPS 46-3, read from fips46.h and checked. Bits are counted from 1 at the left."""

from ..c_source import array, read

_TEXT = read("des/fips46.h")
IP, FP, E, P, S, PC1, PC2, SHIFTS = (
    array(_TEXT, "fips46_" + name, size)
    for name, size in (
        ("IP", 64),
        ("FP", 64),
        ("E", 48),
        ("P", 32),
        ("S", 512),  # S1 to S8, each row by row
        ("PC1", 56),
        ("PC2", 48),
        ("shifts", 16),
    )
)


def look_up(box, field):
    """Returns S(field). box: 0 to 7. field: six bits, the standard's first bit lowest."""
    bits = [field >> i & 1 for i in range(6)]
    row = bits[0] << 1 | bits[5]
    column = bits[1] << 3 | bits[2] << 2 | bits[3] << 1 | bits[4]
    return S[64 * box + 16 * row + column]


def _check():
    """Stops the build at a typing error: the standard's tables have these properties."""
    assert sorted(IP) == list(range(1, 65)), "IP is not a permutation"
    assert [IP[FP[i] - 1] for i in range(64)] == list(range(1, 65)), "FP does not invert IP"
    assert sorted(P) == list(range(1, 33)), "P is not a permutation"
    for box in range(8):
        fields = E[6 * box : 6 * box + 6]
        assert fields == [(4 * box + i - 1) % 32 + 1 for i in range(6)], "E is irregular"
        for row in range(4):
            values = S[64 * box + 16 * row : 64 * box + 16 * row + 16]
            assert sorted(values) == list(range(16)), "S%d row %d is no permutation" % (box + 1, row)
    assert len(set(PC1)) == 56, "PC1 repeats a bit"
    assert len(set(PC2)) == 48, "PC2 repeats a bit"
    assert sum(SHIFTS) == 28, "C and D do not return to their first position"


_check()
