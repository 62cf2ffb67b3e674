# SPDX-License-Identifier: MIT
"""Ways to extract the six-bit fields of a word: the variable of the 32-bit family.

After the key is added, bits 2 to 7 of the four bytes of a word are the inputs of four S-boxes. So a
byte whose other bits are zero is an offset into its S-box's 64 words. Byte n is extracted for n = 0,
1, 2 in this order by `take`, then byte 3 in place by `last`.
"""

from asmgen.x86.registers import BY_NAME

from .._spec import FIELD


def low(reg):
    return reg.view(8)


def high(reg):
    """Returns the second byte of a register."""
    return BY_NAME[reg.family[1] + "h"]


class Bytes:
    """mov to the low byte of a register whose other bytes are zero."""

    masked = True  # the words are masked with FIELDS before
    clear = ("x", "y")  # roles of the registers whose upper bytes must be zero

    def take(self, f, into, word, n, note):
        """into := the field of byte n. Shifts the word for n = 2."""
        if n == 2:
            f.shr(word, 16)
        f.mov(low(into), high(word) if n == 1 else low(word), note=note)

    def last(self, f, word, note):
        """word := the field of byte 3."""
        f.shr(word, 8, note=note)


class Movzx(Bytes):
    """movzx, which clears the other bytes of its target."""

    clear = ()

    def take(self, f, into, word, n, note):
        if n == 2:
            f.shr(word, 16)
        f.movzx(into, high(word) if n == 1 else low(word), note=note)


class Shifts:
    """A shift and a mask for each field. No instruction writes a part of a register."""

    masked = False
    clear = ()

    def take(self, f, into, word, n, note):
        f.mov(into, word, note=note)
        if n:
            f.shr(into, 8 * n)
        f.and_(into, FIELD)

    def last(self, f, word, note):
        f.shr(word, 24, note=note)
        f.and_(word, FIELD)
