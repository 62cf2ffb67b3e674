# SPDX-License-Identifier: MIT
"""Derives the combined tables of S, P and E for the table-driven DES kernels.

og_des_sp: for half blocks with bit 1 of the standard lowest, rotated left by 3. In this form the six
input bits of S-boxes 1, 3, 5 and 7 are bits 2 to 7 of bytes 0 to 3. After a rotation right by 4 those
of S-boxes 2, 4, 6 and 8 are in the same positions. So E needs no instructions. The tables include P.

og_des_esp: for half blocks in the expanded form, the output of E: 64 bits with a field of six bits in
each byte. The tables include E and P.
"""

from ..c_source import write as write_lines
from . import E, P, circuits, look_up


def combined():
    """Returns sp[box][field] as src/des/des_tables.h describes it."""
    tables = []
    for box in range(8):
        table = []
        for field in range(64):
            value = look_up(box, field)
            word = 0
            for i, source in enumerate(P):
                if (source - 1) // 4 == box and value >> (3 - (source - 1) % 4) & 1:
                    word |= 1 << (i + 3) % 32
            table.append(word)
        tables.append(table)
    return tables


# The S-box (from 0) of each byte of the expanded form. With this order the words of an og_des_key are
# used in pairs, and the two halves of 24 bits that a salt exchanges are the two 32-bit words.
EXPANDED_ORDER = (0, 2, 1, 3, 4, 6, 5, 7)


def combined_expanded():
    """Returns esp[byte][field] as src/des/des_tables.h describes it."""
    tables = []
    for box in EXPANDED_ORDER:
        table = []
        for field in range(64):
            value = look_up(box, field)
            half = [(source - 1) // 4 == box and value >> (3 - (source - 1) % 4) & 1 for source in P]
            table.append(
                sum(
                    1 << 8 * EXPANDED_ORDER.index(i // 6) + i % 6
                    for i, source in enumerate(E)
                    if half[source - 1]
                )
            )
        tables.append(table)
    return tables


def _definition(tables, declaration, form, per_line):
    """Returns the lines of a C definition with `per_line` numbers on a line."""
    lines = ["const %s __attribute__((aligned(64))) = {" % declaration]
    for table in tables:
        lines.append("    {")
        lines += [
            "        %s," % ", ".join(form % word for word in table[i : i + per_line])
            for i in range(0, 64, per_line)
        ]
        lines.append("    },")
    return lines + ["};"]


def write(folder):
    """Writes des_tables.c and des_sboxes.h."""
    lines = [
        "/* Derived from asm/spec/des/fips46.h by asm/spec/des/tables.py: do not edit. */",
        '#include "des/des_tables.h"',
        "",
    ]
    lines += _definition(combined(), "uint32_t og_des_sp[8][64]", "0x%08x", 8)
    lines += _definition(combined_expanded(), "uint64_t og_des_esp[8][64]", "0x%016xu", 4)
    write_lines(folder, "des_tables.c", lines + [""])
    write_lines(folder, "des_sboxes.h", circuits.header())
