# SPDX-License-Identifier: MIT
"""Bytes looked up by vpshufb, which reads bits 0 to 3 of a byte and gives 0 where bit 7 is 1.

The colours of the network (_network.py) 0 to 3 are the bits 0 to 3 of a byte here, 4 and 5 are 6 and 7. What is in
the bits 4 and 5 does not matter.

An S-box is the sum of four look-ups in tables of 16 bytes. With q for the bits 6 and 7 of x, bit 7 is 0 in

    x for q = 0, 1    x + 64 for q = 3, 0    x | (x + 64) for q = 0    x + 128 for q = 2, 3

A linear map is the sum of a look-up for each half of a byte that it reads.
"""

from asmgen.x86.registers import xmmword

from . import _network
from ._network import BITS, BOXES, MASKS

NUMBERS = (0, 1, 2, 3, 6, 7)  # [colour]: its bit
HALF = 16  # entries of a table
LOW = 0x0F


def spread(byte):
    """Moves the colours of a byte to their bits."""
    return sum((byte >> colour & 1) << bit for colour, bit in enumerate(NUMBERS))


INPUTS = [[NUMBERS[colour] for colour in bits] for bits in BITS]  # [S-box][input of the standard]: its bit
SWITCHED = [spread(mask) for mask in MASKS]  # [switch]: the bits that it exchanges


def _box_tables(box):
    """Returns the tables for x, x + 64, x | (x + 64) and x + 128."""
    found = bytes(map(spread, _network.table(box)))
    first, second, third, fourth = (found[HALF * q : HALF * q + HALF] for q in range(4))

    def total(*tables):
        return bytes(_sum(entries) for entries in zip(*tables))

    return second + total(third, fourth) + total(first, second, third, fourth) + third


def _sum(numbers):
    result = 0
    for number in numbers:
        result ^= number
    return result


class Boxes:
    """Emits S-boxes. sixty_four, top: registers with 64 and 128 in each byte. spares: three registers."""

    def __init__(self, v, sixty_four, top, spares):
        self.v, self.sixty_four, self.top, self.spares = v, sixty_four, top, spares
        self.tables = v.f.constant(
            "sboxes", b"".join(map(_box_tables, range(BOXES))), "S-boxes in four tables"
        )

    def load(self):
        for register, number in ((self.sixty_four, 64), (self.top, 128)):
            at = self.v.f.constant(f"bytes_{number}", bytes([number] * self.v.size))
            self.v.move(register, self.v.at[at])

    def emit(self, to, box, source):
        """Emits to := S-box of the bytes in memory."""
        v, (x, shifted, found) = self.v, self.spares
        table = self.tables + 4 * HALF * box
        v.move(x, source, note=f"what S{box + 1} reads")
        look_up(v, to, table, x)
        v.op("paddb", shifted, x, self.sixty_four)
        _add(v, to, table + HALF, shifted, found)
        v.op("por", shifted, shifted, x)
        _add(v, to, table + 2 * HALF, shifted, found)
        v.op("pxor", x, x, self.top)
        _add(v, to, table + 3 * HALF, x, found)


def look_up(v, to, table, index):
    """Emits to := the entries of a table of 16 bytes."""
    v.f.vbroadcasti128(to, xmmword[table])
    v.f.vpshufb(to, to, index)


def _add(v, to, table, index, spare):
    look_up(v, spare, table, index)
    v.op("pxor", to, to, spare)


def low_mask(v, register):
    v.move(register, v.at[v.f.constant("low", bytes([LOW] * v.size), "the lower half of a byte")])


def halve(v, low, high, mask, source):
    """Emits low and high := the halves of the bytes of a register, which may be low."""
    v.op("psrld", high, source, 4)
    v.op("pand", high, high, mask)
    v.op("pand", low, source, mask)


class Map:
    """A linear map to several results. targets: for each, the rows: for each bit the set of (source, bit)
    whose sum it is."""

    def __init__(self, name, targets):
        self.name, self.terms = name, []
        for rows in targets:
            halves = sorted({(source, bit // 4) for row in rows for source, bit in row})
            self.terms.append([(half, self._table(rows, half)) for half in halves])
        self.content = b"".join(table for terms in self.terms for _, table in terms)

    @staticmethod
    def _table(rows, half):
        columns = [
            sum(((half[0], 4 * half[1] + i) in row) << bit for bit, row in enumerate(rows)) for i in range(4)
        ]
        return bytes(_sum(c for i, c in enumerate(columns) if n >> i & 1) for n in range(HALF))

    def emit(self, v, number, to, halves, spare):
        """Emits to := result `number`. halves: {(source, 0 or 1 for its lower or upper half): register}."""
        table = v.f.constant(self.name, self.content) + HALF * sum(map(len, self.terms[:number]))
        for i, (half, _) in enumerate(self.terms[number]):
            if i:
                _add(v, to, table, halves[half], spare)
            else:
                look_up(v, to, table, halves[half])
            table = table + HALF
