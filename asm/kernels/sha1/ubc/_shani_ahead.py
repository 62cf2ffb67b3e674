# SPDX-License-Identifier: MIT
"""The message schedule with the SHA extensions, ahead of the rounds, for sha1dc_x64_shani and
sha1dc_x64_shani_x2."""

from asmgen.operands import Mem
from asmgen.x86.registers import xmmword

from .._spec import words
from ..shani._shani import REVERSE
from ._bitplanes_bmi import bytes_of_words

FIRST, LAST = 8, 16  # the groups of W[35] and W[66]


class Words:
    """The schedule of a message in a ring of four groups, with copies in memory of those that are used after
    their registers are replaced."""

    def __init__(self, f, ring, base, stored):
        """ring: four xmm registers; group g is in number g mod 4. base: address of the copies, 16 bytes each.
        stored: the groups that have one."""
        self.f, self.ring, self.base, self.stored, self.held = f, ring, base, stored, {}

    def at(self, g):
        """Returns the register or the memory operand that holds group g."""
        return self.ring[g % 4] if self.held.get(g % 4) == g else self.place(g)

    def place(self, g):
        """Returns the memory operand of the copy of group g."""
        return xmmword[self.base + 16 * self.stored.index(g)]

    def keep(self, g):
        """Notes that group g is in its register, and stores the copy if there is one."""
        self.held[g % 4] = g
        if g in self.stored:
            self.f.movdqa(self.place(g), self.ring[g % 4])

    def load(self, g, pointer):
        """Loads group g < 4 of the block at pointer."""
        f, new = self.f, self.ring[g]
        f.movdqu(new, xmmword[pointer + 16 * g])
        f.pshufb(new, xmmword[f.constant("reverse", REVERSE)], note=words(4 * g))
        self.keep(g)

    def make(self, g):
        """Computes group g >= 4 in place of group g - 4."""
        f, n = self.f, 4 * g
        new, *later = (self.ring[(g + k) % 4] for k in range(4))
        f.sha1msg1(new, later[0], note=f"{words(n - 16)} ^ {words(n - 14)}")
        f.pxor(new, later[1], note=f"^ {words(n - 8)}")
        f.sha1msg2(new, later[2], note=words(n))
        self.keep(g)

    def bytes(self, temporaries, spare, other=None):
        """Computes the bytes of W[35] to W[66] as bytes_of_words does.

        temporaries: four ymm registers. spare: an xmm register. other: the Words of which W[64] to W[66] are
        taken; None: this one.
        """
        f, first, last = self.f, self.at(FIRST), (other or self).at(LAST)
        if isinstance(last, Mem):
            f.vmovdqa(spare, first)
            f.vpblendd(spare, spare, last, 0xE, note="W[64..66] and W[35]")
        else:
            f.vpblendd(spare, last, first, 1, note="W[64..66] and W[35]")
        return bytes_of_words(f, lambda n: self.at(FIRST + n) if n else spare, temporaries)
