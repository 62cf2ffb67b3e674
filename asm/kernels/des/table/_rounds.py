# SPDX-License-Identifier: MIT
"""The DES round in general registers, in four forms: how the words of the eight S-boxes are added to
the left half, and in which order the instructions are.

A round is left ^= F(right, key). The half blocks are rotated left by 3 (src/des/des_sp.h), so that E
costs one rotation. The roles of the registers are those of _functions.py. _fields.py extracts the
S-box inputs.
"""

from asmgen.x86.registers import dword

from .._spec import FIELDS, ROUNDS
from .._tables import BOX
from . import _pairing

ODD, EVEN = (0, 2, 4, 6), (1, 3, 5, 7)  # the S-boxes of r.odd and of r.even, from 0


def entry(r, reg, box):
    """Returns the word of an S-box at the offset in reg."""
    return dword[r.tab + reg.view(r.tab.width) + BOX * box]


def name(box):
    return f"S{box + 1}"


class Chain:
    """Adds each word to the left half at once, S-box by S-box."""

    pending = None  # the role of a register with a sum that the next round adds
    rounds_overlap = False  # in the order of the instructions
    equivalents = {}  # see asm/asmgen/mutate.py

    def __init__(self, fields):
        self.fields = fields
        self.clear = fields.clear

    def loop(self, f, r, halves, keys, following):
        """Emits one round for each of `keys`, which are functions that return the address of the round
        key. halves: (right, left) of the first round. following: emits the end of the loop's body."""
        right, left = halves
        iterations = {"step": len(keys), "times": ROUNDS // len(keys)}
        for number, key in enumerate(keys, 1):
            if not self.rounds_overlap:
                f.phase(f"a round: L at {left}, R at {right}", round=number, **iterations)
            self.round_(f, r, right, left, key())
            right, left = left, right
        following()

    def round_(self, f, r, right, left, key):
        self.add_key(f, r, right, key)
        self.look_up(f, r, left)

    def add_key(self, f, r, right, key):
        """odd, even := right ^ the two words of the key. r.odd may be in the address of the key."""
        f.mov(r.even, dword[key + 4], note="K of S2 S4 S6 S8")
        f.mov(r.odd, dword[key], note="K of S1 S3 S5 S7")
        f.xor(r.even, right, note="^ R")
        f.xor(r.odd, right, note="^ R")
        self.align(f, r)

    def align(self, f, r):
        """Moves the fields of r.even to bits 2 to 7 of their bytes."""
        f.ror(r.even, 4)
        if self.fields.masked:
            f.and_(r.odd, FIELDS)
            f.and_(r.even, FIELDS)

    def take(self, f, into, word, n, boxes):
        self.fields.take(f, into, word, n, name(boxes[n]))

    def last(self, f, word, boxes):
        self.fields.last(f, word, name(boxes[3]))

    def add(self, f, r, total, offset, box, what="L"):
        f.xor(total, entry(r, offset, box), note=f"{what} ^= {name(box)}")

    def look_up(self, f, r, left):
        for word, boxes in ((r.odd, ODD), (r.even, EVEN)):
            self.take(f, r.x, word, 0, boxes)
            self.take(f, r.y, word, 1, boxes)
            self.add(f, r, left, r.x, boxes[0])
            self.add(f, r, left, r.y, boxes[1])
            self.take(f, r.x, word, 2, boxes)
            self.last(f, word, boxes)
            self.add(f, r, left, r.x, boxes[2])
            self.add(f, r, left, word, boxes[3])


class Tree(Chain):
    """Three sums side by side. The sum in x is added to the left half only in the next round, after
    the key. So the addition of the key is not on the chain from round to round."""

    pending = "x"
    # in the form of mutate.py, for both widths of the registers in addresses
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
        f.mov(r.even, dword[key + 4], note="K of S2 S4 S6 S8")
        f.mov(r.odd, dword[key], note="K of S1 S3 S5 S7")
        f.xor(r.even, right, note="^ R without the sum")
        f.xor(r.odd, right, note="^ R without the sum")
        f.xor(r.even, r.x, note="^ the sum of the round before")
        f.xor(r.odd, r.x, note="^ the sum of the round before")
        f.xor(right, r.x, note="R ^= the sum of the round before")
        self.align(f, r)

    def look_up(self, f, r, left):
        self.take(f, r.x, r.odd, 0, ODD)
        self.take(f, r.y, r.odd, 1, ODD)
        self.add(f, r, left, r.x, ODD[0])
        f.mov(r.y, entry(r, r.y, ODD[1]), note="y = S3")
        self.take(f, r.x, r.odd, 2, ODD)
        self.last(f, r.odd, ODD)
        self.add(f, r, left, r.x, ODD[2])
        self.add(f, r, r.y, r.odd, ODD[3], "y")
        self.take(f, r.x, r.even, 0, EVEN)
        self.take(f, r.odd, r.even, 1, EVEN)
        self.add(f, r, left, r.x, EVEN[0])
        f.mov(r.x, entry(r, r.odd, EVEN[1]), note="x = S4")
        self.take(f, r.odd, r.even, 2, EVEN)
        self.last(f, r.even, EVEN)
        self.add(f, r, r.y, r.odd, EVEN[2], "y")
        self.add(f, r, r.x, r.even, EVEN[3], "x")
        f.xor(r.x, r.y, note="x ^= y: the sum for the next round")


class TwoStreams(Chain):
    """The odd and the even S-boxes in two streams that alternate, each with its own register, so that
    neighbours do not depend on each other. A scheduler then orders each round for two pipes."""

    def round_(self, f, r, right, left, key):
        f.stream += _pairing.schedule(f.record(super().round_, f, r, right, left, key))

    def look_up(self, f, r, left):
        f.interleave(
            f.record(self.stream, f, r, r.odd, r.x, left, ODD),
            f.record(self.stream, f, r, r.even, r.y, left, EVEN),
        )
        f.xor(r.odd, r.even, note="S7 ^ S8")
        f.xor(left, r.odd, note="L ^= S7 ^ S8")

    def stream(self, f, r, word, x, left, boxes):
        for n in range(3):
            self.take(f, x, word, n, boxes)
            self.add(f, r, left, x, boxes[n])
        self.last(f, word, boxes)
        f.mov(word, entry(r, word, boxes[3]))


class WholeLoop(Chain):
    """A scheduler orders the whole body of the loop for two pipes, so that the end of a round and the
    key of the next one overlap. Of the four entries of a word two are added from memory, which takes
    one pipe 2 cycles, and two from a register, which takes 1 cycle each in either pipe."""

    rounds_overlap = True
    equivalents = {
        f"mov {x}, {field} -> add {x}, {field}": "the register is zero here"
        for x, field in (("bl", "al"), ("cl", "ah"), ("bl", "dh"))
    }

    def loop(self, f, r, halves, keys, following):
        right, left = halves
        f.phase(
            f"two rounds: L at {left}, R at {right}, then exchanged",
            round=1,
            rounds=len(keys),
            step=len(keys),
            times=ROUNDS // len(keys),
        )
        f.stream += _pairing.schedule(f.record(super().loop, f, r, halves, keys, following))

    def look_up(self, f, r, left):
        self.stream(f, r, r.odd, (r.x, r.y), left, ODD)
        self.stream(f, r, r.even, (r.y, r.x), left, EVEN)

    def stream(self, f, r, word, offsets, left, boxes):
        x, y = offsets
        self.take(f, x, word, 0, boxes)
        self.add(f, r, left, x, boxes[0])
        self.take(f, y, word, 1, boxes)
        self.add(f, r, left, y, boxes[1])
        self.take(f, x, word, 2, boxes)
        f.mov(x, entry(r, x, boxes[2]))
        self.last(f, word, boxes)
        f.xor(left, x, note=f"L ^= {name(boxes[2])}")
        f.xor(x, x)
        f.mov(word, entry(r, word, boxes[3]))
        f.xor(left, word, note=f"L ^= {name(boxes[3])}")
