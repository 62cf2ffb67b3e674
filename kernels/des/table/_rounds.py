# SPDX-License-Identifier: MIT
"""The DES round on general registers, in the forms that the kernels use: how the eight words that
the boxes give are added up, and in which order the instructions stand. How fields are taken out is
a form's parameter (_fields.py).

Half blocks lie rotated left by 3 (src/des/des_sp.h); left becomes left ^ F(right, key). The roles
of the registers are those of _functions.py.
"""

from asmgen.registers import dword

from .._tables import BOX
from . import _pairing
from ._fields import FIELDS

ROUNDS = 16
KEY = 8  # bytes of one round's key words
ODD, EVEN = (0, 2, 4, 6), (1, 3, 5, 7)  # S-boxes of the bytes of u and of t, S1 being 0


def entry(r, reg, box):
    """The word of a box at the offset in reg."""
    return dword[r.tab + reg.view(r.tab.width) + BOX * box]


class Chain:
    """Each word is added to the left half as it comes, boxes in order: the plain way."""

    pending = None  # the role of a register with a sum still to be added to the left half
    equivalents = {}  # see asmgen/mutate.py

    def __init__(self, fields):
        self.fields = fields
        self.clear = fields.clear

    def loop(self, f, r, halves, keys, following):
        """One round for each of `keys`, which return the address of its two key words; halves:
        (right, left) at the first. following: emits what ends the loop's body."""
        right, left = halves
        for key in keys:
            self.round_(f, r, right, left, key())
            right, left = left, right
        following()

    def round_(self, f, r, right, left, key):
        self.add_key(f, r, right, key)
        self.words(f, r, left)

    def add_key(self, f, r, right, key):
        """u and t: right ^ key, rotated so that the fields lie in the bytes. u may be in key."""
        f.mov(r.t, dword[key + 4])
        f.mov(r.u, dword[key])
        f.xor(r.t, right)
        f.xor(r.u, right)
        self.align(f, r)

    def align(self, f, r):
        f.ror(r.t, 4)
        if self.fields.masked:
            f.and_(r.u, FIELDS)
            f.and_(r.t, FIELDS)

    def words(self, f, r, left):
        for word, boxes in ((r.u, ODD), (r.t, EVEN)):
            self.fields.take(f, r.x, word, 0)
            self.fields.take(f, r.y, word, 1)
            f.xor(left, entry(r, r.x, boxes[0]))
            f.xor(left, entry(r, r.y, boxes[1]))
            self.fields.take(f, r.x, word, 2)
            self.fields.last(f, word)
            f.xor(left, entry(r, r.x, boxes[2]))
            f.xor(left, entry(r, word, boxes[3]))


class Tree(Chain):
    """Three sums side by side. The one in x is added to the left half in the next round only, after
    the key: then the key's addition is not on the way from round to round."""

    pending = "x"
    # as mutate.py writes them, for both widths of the registers in addresses
    equivalents = {
        text.replace("R", r): why
        for r in "er"
        for texts, why in (
            (
                (
                    "xor ebx, ecx -> or ebx, ecx",
                    "xor ecx, [Rbp Rax +1536] -> or ecx, [Rbp Rax +1536]",
                    "xor ecx, [Rbp Rax +1280] -> or ecx, [Rbp Rax +1280]",
                    "xor ebx, [Rbp Rdx +1792] -> or ebx, [Rbp Rdx +1792]",
                ),
                "the words of different boxes have no bit in common",
            ),
            (
                (
                    "xor ebx, [Rbp Rdx +1792] -> xor ecx, [Rbp Rdx +1792]",
                    "xor ecx, [Rbp Rax +1536] -> xor edi, [Rbp Rax +1536]",
                    "xor ecx, [Rbp Rax +1280] -> xor edi, [Rbp Rax +1280]",
                ),
                "another of the sums, all of which are added up",
            ),
        )
        for text in texts
    }

    def __init__(self, fields):
        super().__init__(fields)
        self.clear += ("x",)

    def add_key(self, f, r, right, key):
        f.mov(r.t, dword[key + 4])
        f.mov(r.u, dword[key])
        f.xor(r.t, right)
        f.xor(r.u, right)
        f.xor(r.t, r.x)
        f.xor(r.u, r.x)
        f.xor(right, r.x)
        self.align(f, r)

    def words(self, f, r, left):
        take, last = self.fields.take, self.fields.last
        take(f, r.x, r.u, 0)
        take(f, r.y, r.u, 1)
        f.xor(left, entry(r, r.x, ODD[0]))
        f.mov(r.y, entry(r, r.y, ODD[1]))
        take(f, r.x, r.u, 2)
        last(f, r.u)
        f.xor(left, entry(r, r.x, ODD[2]))
        f.xor(r.y, entry(r, r.u, ODD[3]))
        take(f, r.x, r.t, 0)
        take(f, r.u, r.t, 1)
        f.xor(left, entry(r, r.x, EVEN[0]))
        f.mov(r.x, entry(r, r.u, EVEN[1]))
        take(f, r.u, r.t, 2)
        last(f, r.t)
        f.xor(r.y, entry(r, r.u, EVEN[2]))
        f.xor(r.x, entry(r, r.t, EVEN[3]))
        f.xor(r.x, r.y)


class TwoStreams(Chain):
    """The odd boxes and the even ones turn by turn, each with a register of its own, so that
    neighbours do not depend on each other; then every round by itself is put in order for two
    pipes."""

    def round_(self, f, r, right, left, key):
        f.stream += _pairing.schedule(f.record(super().round_, f, r, right, left, key))

    def words(self, f, r, left):
        f.interleave(
            f.record(self.stream, f, r, r.u, r.x, left, ODD),
            f.record(self.stream, f, r, r.t, r.y, left, EVEN),
        )
        f.xor(r.u, r.t)
        f.xor(left, r.u)

    def stream(self, f, r, word, x, left, boxes):
        for n in range(3):
            self.fields.take(f, x, word, n)
            f.xor(left, entry(r, x, boxes[n]))
        self.fields.last(f, word)
        f.mov(word, entry(r, word, boxes[3]))


class WholeLoop(Chain):
    """The whole body of the loop put in order for two pipes at once, so that a round's end and the
    next one's keys share them. Of each word's four entries two are added from memory, which takes
    one pipe 2 cycles, and two by way of a register, which takes 1 and 1 wherever there is room."""

    equivalents = {
        f"mov {x}, {field} -> add {x}, {field}": "the register is zero here"
        for x, field in (("bl", "al"), ("cl", "ah"), ("bl", "dh"))
    }

    def loop(self, f, r, halves, keys, following):
        f.stream += _pairing.schedule(f.record(super().loop, f, r, halves, keys, following))

    def words(self, f, r, left):
        self.stream(f, r, r.u, (r.x, r.y), left, ODD)
        self.stream(f, r, r.t, (r.y, r.x), left, EVEN)

    def stream(self, f, r, word, offsets, left, boxes):
        x, y = offsets
        self.fields.take(f, x, word, 0)
        f.xor(left, entry(r, x, boxes[0]))
        self.fields.take(f, y, word, 1)
        f.xor(left, entry(r, y, boxes[1]))
        self.fields.take(f, x, word, 2)
        f.mov(x, entry(r, x, boxes[2]))
        self.fields.last(f, word)
        f.xor(left, x)
        f.xor(x, x)
        f.mov(word, entry(r, word, boxes[3]))
        f.xor(left, word)
