# SPDX-License-Identifier: MIT
"""64 blocks to the 16 vectors of a state and back, with IP and FP.

vgf2p8affineqb with a block in place of the matrix transposes its 8 x 8 bits: byte i has bit i of each
byte. Those are the bits of one byte after IP, in another order. Swaps of bytes then bring byte i of all
blocks into one vector, column i. A byte that an S-box looks up has bits of two columns.

Bit 0 of a byte in memory is its highest here, as in the standard. Bit 0 of a byte of a column is its lowest.
"""

from spec.des import IP, E

from .._transpose import GROUP
from ._maps import Map
from ._network import BITS, BOXES, INPUTS

BITS_OF_HALF = 32


class Form:
    """The linear maps between the columns of blocks and the bytes that the S-boxes read.

    new_map: makes a map of its name and rows. column: function from (byte, bit from its highest) of a block to (column,
    bit there). bits: [S-box][input of the standard]: its bit in the byte. halves: to those bytes of E of L and of
    R. columns: from those of R16, then of L16, to the columns.
    """

    def __init__(self, new_map, column, bits):
        self.column, self.bits = column, bits
        self.halves = [
            new_map(name, [self._looked_up(half, box) for box in range(BOXES)])
            for half, name in enumerate(("to_l", "to_r"))
        ]
        self.columns = new_map("to_columns", [self._column_rows(number) for number in range(GROUP)])

    def _place(self, bit):
        """Returns (column, bit there) of a bit of the block after IP."""
        return self.column(*divmod(IP[bit] - 1, 8))

    def _looked_up(self, half, box):
        """Returns the rows of the byte that an S-box reads of E of a half block."""
        rows = [set() for _ in range(8)]
        for i in range(INPUTS):
            rows[self.bits[box][i]] = {self._place(BITS_OF_HALF * half + E[INPUTS * box + i] - 1)}
        return rows

    def _column_rows(self, column):
        """Returns the rows of a column after the rounds."""
        rows = [set() for _ in range(8)]
        for bit in range(2 * BITS_OF_HALF):
            to, number = self._place(bit)
            if to == column:
                box, output = divmod(bit, 4)  # of both halves; the inputs 1 to 4 are the bits of the half
                rows[number] = {(box, self.bits[box % BOXES][1 + output])}
        return rows


FORM = Form(Map, lambda byte, number: (number, 7 - byte), BITS)
HALVES, COLUMNS = FORM.halves, FORM.columns


def transposer(v, register):
    """Loads what `transpose` needs into a register."""
    unit = bytes(0x80 >> i for i in range(8)) * GROUP
    v.move_unaligned(register, v.at[v.f.constant("unit", unit, "a one in each row")], note="the unit matrix")


def transpose(v, to, unit, blocks, note=""):
    """Emits to := the blocks with the bits of each block transposed. blocks: a register or memory."""
    v.f.vgf2p8affineqb(to, unit, blocks, 0, note=note)
