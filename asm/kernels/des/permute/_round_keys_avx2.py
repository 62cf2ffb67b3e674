# SPDX-License-Identifier: MIT
"""The round keys of one og_des_key for all blocks: a dword of four equal bytes for each S-box and round.

A pass has for each S-box D(1) to D(16), D(i) = K(i-1) ^ K(i+1), then K(1) and K(16); see _rounds.py.
"""

from asmgen.x86.registers import xmmword

from .._spec import ROUNDS
from .._transpose import GROUP, separate_bytes
from . import _round_keys
from ._network import BOXES
from ._nibbles import INPUTS, Map, halve, low_mask

WORD = 4  # bytes that a broadcast reads
VECTOR = 32
ENDS = WORD * ROUNDS  # where K(1) and K(16) are
BOX_KEY = ENDS + VECTOR
SIZE = BOX_KEY * BOXES  # of a pass
TWO_ROUNDS = 16  # bytes of an og_des_key
ZERO = 0x80


def _place(number):
    """Returns the byte, in a vector that `separate_bytes` makes of an og_des_key, of a round counted from 0."""
    two, odd = divmod(number, 2)
    return 8 * (two & 1) + 4 * (two >> 1 & 1) + 2 * (two >> 2) + odd


def _controls(backwards):
    """Returns for vpshufb: K(i-1) and K(i+1) of the rounds 1 to 8 and 9 to 16, and K(1) and K(16)."""

    def key(number):
        if not 1 <= number <= ROUNDS:
            return bytes([ZERO] * WORD)
        return bytes([_place(ROUNDS - number if backwards else number - 1)] * WORD)

    content = b""
    for first in (1, 9):
        for step in (-1, 1):
            content += b"".join(key(number + step) for number in range(first, first + 8))
    return content + key(1) + key(ROUNDS) + bytes([ZERO] * (VECTOR - 2 * WORD))


ORDERS = _controls(False) + _controls(True)
# Bytes of ORDERS whose lowest bit does not matter
UNREAD = [i for i, byte in enumerate(ORDERS) if byte == ZERO]


def _fields(box):
    """Returns the rows of the byte of an S-box. Its field of six bits begins at bit 2 of a byte. The fields of
    S2, S4, S6 and S8 are rotated left by 4 bits in their dword. Source 0 has the lower bits, source 1 the upper
    ones, each in the half that `one_pass` takes."""
    rows = [set() for _ in range(8)]
    for i, bit in enumerate(INPUTS[box]):
        rows[bit] = {(0, 2 + i) if i < 2 else (1, 2 + i)}
    return rows


FIELDS = Map("fields", [_fields(box) for box in range(BOXES)])


class Expansion(_round_keys.Expansion):
    orders = ORDERS

    def one_pass(self):
        """Writes SIZE bytes, and leaves `to` behind them."""
        v, f = self.v, self.v.f
        columns, (spare, mask, *others) = v.registers[:GROUP], v.registers[GROUP:]
        for i, register in enumerate(columns):
            f.vbroadcasti128(
                register, xmmword[self.keys_at + TWO_ROUNDS * i], note=f"rounds {2 * i + 1} and {2 * i + 2}"
            )
        taken = [*columns, spare]
        columns = separate_bytes(v, columns, spare)
        (spare,) = (register for register in taken if register not in columns)
        low_mask(v, mask)
        for box in range(BOXES):
            self._box(box, columns, [spare, *others], mask)
        f.add(self.to, SIZE)

    def _box(self, box, columns, spares, mask):
        """Writes the keys of an S-box."""
        v, f = self.v, self.v.f
        key, low, high, other = spares[:4]
        byte = box // 2
        if box % 2:
            v.op("psrld", low, columns[4 + byte], 4)
            v.op("pand", low, low, mask)
            v.op("pand", high, columns[4 + (byte + 1) % 4], mask)
        else:
            halve(v, low, high, mask, columns[byte])
        FIELDS.emit(v, box, key, {(0, 0): low, (1, 0): low, (1, 1): high}, other)
        at = self.to + BOX_KEY * box
        for number in range(2):
            for register, control in ((low, 2 * number), (high, 2 * number + 1)):
                f.vpshufb(register, key, v.at[self.order + VECTOR * control])
            v.op("pxor", low, low, high)
            v.move(v.at[at + VECTOR * number], low)
        f.vpshufb(low, key, v.at[self.order + VECTOR * 4], note="K(1) and K(16)")
        v.move(v.at[at + ENDS], low)
