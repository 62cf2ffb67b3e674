# SPDX-License-Identifier: MIT
"""Derives the combined tables of the table-driven DES kernels from fips46.h.

    derive_tables.py FIPS46_H OUT_C

writes des_sboxes.h beside OUT_C as well, from the circuits beside FIPS46_H (sbox_circuits.py).

og_des_sp: half blocks are kept with bit 1 of the standard lowest and rotated left by 3, so that the
six bits that E feeds to S-boxes 1, 3, 5, 7 lie at bits 2..7 of the bytes 0..3, and after a rotation
right by 4 those of S-boxes 2, 4, 6, 8 lie there too: E costs nothing. P is part of the tables.

og_des_esp: half blocks are kept as what E makes of them, a field of six bits in each byte of 64
bits. E and P are part of the tables.
"""

import os
import re
import sys


def read_table(text, name, size):
    """The numbers of a table in fips46.h, in order."""
    body = re.search(r"fips46_%s(?:\[\d+\])+ = \{(.*?)\};" % name, text, re.S).group(1)
    numbers = [int(word) for word in re.findall(r"\d+", body)]
    assert len(numbers) == size, "%s has %d numbers, not %d" % (name, len(numbers), size)
    return numbers


def check(ip, fp, e, p, s):
    """What the standard says of its tables, so that a slip stops the build."""
    assert sorted(ip) == list(range(1, 65)), "IP is not a permutation"
    assert [ip[fp[i] - 1] for i in range(64)] == list(range(1, 65)), "FP does not invert IP"
    assert sorted(p) == list(range(1, 33)), "P is not a permutation"
    for box in range(8):
        fields = e[6 * box : 6 * box + 6]
        assert fields == [(4 * box + i - 1) % 32 + 1 for i in range(6)], "E is irregular"
        for row in range(4):
            values = s[64 * box + 16 * row : 64 * box + 16 * row + 16]
            assert sorted(values) == list(range(16)), "S%d row %d is no permutation" % (box + 1, row)


def look_up(s, box, field):
    """What an S-box (from 0) makes of six bits, the standard's first one lowest."""
    bits = [field >> i & 1 for i in range(6)]
    row = bits[0] << 1 | bits[5]
    column = bits[1] << 3 | bits[2] << 2 | bits[3] << 1 | bits[4]
    return s[64 * box + 16 * row + column]


def combine(p, s):
    """sp[box][field] as DES_TABLES_H describes it."""
    tables = []
    for box in range(8):
        table = []
        for field in range(64):
            value = look_up(s, box, field)
            word = 0
            for i, source in enumerate(p):
                if (source - 1) // 4 == box and value >> (3 - (source - 1) % 4) & 1:
                    word |= 1 << (i + 3) % 32
            table.append(word)
        tables.append(table)
    return tables


def standard(spec):
    """E, P and S from a file like fips46.h, checked."""
    with open(spec, encoding="utf-8") as file:
        text = file.read()
    e, p, s = read_table(text, "E", 48), read_table(text, "P", 32), read_table(text, "S", 512)
    check(read_table(text, "IP", 64), read_table(text, "FP", 64), e, p, s)
    return e, p, s


def tables(spec):
    """combine() of the standard's tables."""
    _, p, s = standard(spec)
    return combine(p, s)


# The S-box (from 0) of each byte of the expanded form: so the bytes of an og_des_key's words are
# taken two by two, and the halves of 24 bits that a salt exchanges are the two words.
EXPANDED_ORDER = (0, 2, 1, 3, 4, 6, 5, 7)


def combine_expanded(e, p, s):
    """esp[byte][field] as DES_TABLES_H describes it."""
    tables = []
    for box in EXPANDED_ORDER:
        table = []
        for field in range(64):
            value = look_up(s, box, field)
            half = [(source - 1) // 4 == box and value >> (3 - (source - 1) % 4) & 1 for source in p]
            table.append(
                sum(
                    1 << 8 * EXPANDED_ORDER.index(i // 6) + i % 6
                    for i, source in enumerate(e)
                    if half[source - 1]
                )
            )
        tables.append(table)
    return tables


def print_tables(tables, declaration, form, in_line):
    """A definition in C, in_line numbers a line."""
    lines = ["const %s __attribute__((aligned(64))) = {" % declaration]
    for table in tables:
        lines.append("    {")
        lines += [
            "        %s," % ", ".join(form % word for word in table[i : i + in_line])
            for i in range(0, 64, in_line)
        ]
        lines.append("    },")
    return lines + ["};"]


def write(path, lines):
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    os.replace(path + ".tmp", path)


def main():
    import sbox_circuits  # from this folder: not there for who imports this file

    spec, out = sys.argv[1:]
    e, p, s = standard(spec)
    lines = [
        "/* Derived from fips46.h by derive_tables.py: do not edit. */",
        '#include "des/des_tables.h"',
        "",
    ]
    lines += print_tables(combine(p, s), "uint32_t og_des_sp[8][64]", "0x%08x", 8)
    lines += print_tables(combine_expanded(e, p, s), "uint64_t og_des_esp[8][64]", "0x%016xu", 4)
    write(out, lines + [""])
    circuits = sbox_circuits.load(os.path.join(os.path.dirname(spec), "sbox_circuits.txt"), s)
    write(os.path.join(os.path.dirname(out), "des_sboxes.h"), sbox_circuits.header(circuits, e, p, s))


if __name__ == "__main__":
    main()
