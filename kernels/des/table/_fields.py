# SPDX-License-Identifier: MIT
"""Ways to take the six-bit fields out of a word: the variable of the 32-bit family.

After the key is added the fields of the odd boxes stand at bits 2 to 7 of the four bytes of u, and
those of the even boxes of t: a field is an offset into its box's 64 words.
"""

from asmgen.registers import BY_NAME

FIELD, FIELDS = 0xFC, 0xFCFCFCFC  # where a field lies in its byte, where all four lie


def low(reg):
    return reg.view(8)


def high(reg):
    """The second byte of a register."""
    return BY_NAME[reg.family[1] + "h"]


class Bytes:
    """Bytes by mov into the lowest byte of registers that hold nothing above it."""

    masked = True  # the words come with nothing but their fields
    clear = ("x", "y")  # roles of registers that must be zero above their lowest byte

    def take(self, f, into, word, n):
        """The field of byte n, which is 0, 1 and 2 in this order."""
        if n == 2:
            f.shr(word, 16)
        f.mov(low(into), high(word) if n == 1 else low(word))

    def last(self, f, word):
        """The field of byte 3, in place."""
        f.shr(word, 8)


class Movzx(Bytes):
    """Bytes by movzx, which clears the rest of its target."""

    clear = ()

    def take(self, f, into, word, n):
        if n == 2:
            f.shr(word, 16)
        f.movzx(into, high(word) if n == 1 else low(word))


class Shifts:
    """Each field by a shift and a mask of its own; no part of a register is ever written."""

    masked = False
    clear = ()

    def take(self, f, into, word, n):
        f.mov(into, word)
        if n:
            f.shr(into, 8 * n)
        f.and_(into, FIELD)

    def last(self, f, word):
        f.shr(word, 24)
        f.and_(word, FIELD)
