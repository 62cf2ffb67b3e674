# SPDX-License-Identifier: MIT
"""Four blocks to and from E-form in SSE2 registers: a register holds a word of each block."""

import struct

from asmgen.x86.registers import *  # noqa: F403

from .._spec import FIELDS
from ._form import EXCHANGES

EVEN_ODD = 0xD8  # pshufd: dwords 0 and 2, then 1 and 3
MASKS = [mask for _, _, mask in EXCHANGES] + [FIELDS]


class Four:
    """Overwrites xmm0 to xmm4. stage: address of 64 bytes of any alignment."""

    def __init__(self, f, stage):
        self.f, self.stage = f, stage
        self.masks = f.constant(
            "masks",
            b"".join(struct.pack("<4I", *[mask] * 4) for mask in MASKS),
            "the masks of IP, and the fields",
        )

    def mask(self, number):
        return xmmword[self.masks + 16 * (number % len(MASKS))]

    def _exchange(self, words, t, number):
        f = self.f
        keeps, shift, _ = EXCHANGES[number]
        a, b = words[keeps], words[1 - keeps]
        f.movdqa(t, b, note=f"exchange groups of {shift} bits")
        f.psrld(t, shift)
        f.pxor(t, a)
        f.pand(t, self.mask(number))
        f.pxor(a, t)
        f.pslld(t, shift)
        f.pxor(b, t)

    def _expand(self, half, to):
        """Writes E of four half blocks to `to`, 32 bytes. half and xmm2 to xmm4 are overwritten."""
        f, odd, even, t = self.f, xmm2, xmm3, xmm4
        f.movdqa(odd, half, note="E: fields of S1 S3 S5 S7")
        f.pslld(odd, 3)
        f.movdqa(t, half)
        f.psrld(t, 29)
        f.por(odd, t)
        f.pand(odd, self.mask(-1))
        f.movdqa(even, half, note="fields of S2 S4 S6 S8")
        f.psrld(even, 1)
        f.pslld(half, 31)
        f.por(even, half)
        f.pand(even, self.mask(-1))
        self._store(odd, even, t, to)

    def _store(self, odd, even, t, to):
        f = self.f
        f.movdqa(t, odd)
        f.punpckldq(t, even)
        f.punpckhdq(odd, even)
        f.movups(xmmword[to], t)
        f.movups(xmmword[to + 16], odd)

    def to_eform(self):
        """Writes IP and E of the blocks in xmm0 and xmm1: the four right halves to the stage, then the
        four left halves."""
        f = self.f
        f.pshufd(xmm0, xmm0, EVEN_ODD)
        f.pshufd(xmm2, xmm1, EVEN_ODD)
        f.movdqa(xmm1, xmm0)
        f.punpcklqdq(xmm0, xmm2, note="the first words of the blocks")
        f.punpckhqdq(xmm1, xmm2, note="the second words")
        for number in range(len(EXCHANGES)):
            self._exchange((xmm0, xmm1), xmm4, number)
        self._expand(xmm0, self.stage)
        self._expand(xmm1, self.stage + 32)

    def _gather(self, halves, to, even, t):
        """to, even := the fields of odd and of even S-boxes of the half blocks."""
        f = self.f
        for pair, register in zip((halves[:2], halves[2:]), (to, t)):
            f.movq(register, pair[0])
            f.movq(even, pair[1])
            f.punpcklqdq(register, even)
        f.pshufd(to, to, EVEN_ODD)
        f.pshufd(t, t, EVEN_ODD)
        f.movdqa(even, to)
        f.punpcklqdq(to, t)
        f.punpckhqdq(even, t)

    def _contract(self, halves, to):
        """to := the four half blocks whose E-forms are in general registers. xmm2 and xmm3 are
        overwritten."""
        f, even, t = self.f, xmm2, xmm3
        self._gather(halves, to, even, t)
        f.movdqa(t, even)
        f.pslld(even, 4)
        f.psrld(t, 28, note="the bits that a rotation by 4 wraps around")
        f.por(to, even)
        f.psrld(to, 3, note="rotate right by 3")
        f.pslld(t, 29)
        f.por(to, t)

    def from_eform(self, right, left):
        """xmm0, xmm1 := FP of four right and four left halves in general registers."""
        self._contract(right, xmm0)
        self._contract(left, xmm1)
        for number in reversed(range(len(EXCHANGES))):
            self._exchange((xmm0, xmm1), xmm4, number)
        self._blocks()

    def _blocks(self):
        """xmm0, xmm1 := the blocks of which xmm0 and xmm1 have the first and the second words."""
        f = self.f
        f.movdqa(xmm2, xmm0)
        f.punpckldq(xmm0, xmm1)
        f.punpckhdq(xmm2, xmm1)
        f.movdqa(xmm1, xmm2)


# Equivalent mutants of Two.
UNUSED = {
    **{
        f"constant masks -> byte {16 * mask + byte} flipped": "the upper halves of registers are not used"
        for mask in range(len(MASKS))
        for byte in (8, 12)
    },
    "movdqa xmm4, xmm1 -> pxor xmm4, xmm1": "E has left three low bits there, which the shift drops",
}


class Two(Four):
    """The same for two blocks, in xmm0 and in the lower halves of registers. stage: 32 bytes."""

    def _store(self, odd, even, t, to):
        self.f.punpckldq(odd, even)
        self.f.movups(xmmword[to], odd)

    def to_eform(self):
        """Writes IP and E of the blocks in xmm0: the two right halves to the stage, then the two left halves."""
        f = self.f
        f.pshufd(xmm0, xmm0, EVEN_ODD, note="the first words of the blocks, then the second words")
        f.movdqa(xmm1, xmm0)
        f.psrldq(xmm1, 8)
        for number in range(len(EXCHANGES)):
            self._exchange((xmm0, xmm1), xmm4, number)
        self._expand(xmm0, self.stage)
        self._expand(xmm1, self.stage + 16)

    def _gather(self, halves, to, even, t):
        f = self.f
        f.movq(to, halves[0])
        f.movq(t, halves[1])
        f.punpcklqdq(to, t)
        f.pshufd(to, to, EVEN_ODD)
        f.movdqa(even, to)
        f.psrldq(even, 8)

    def _blocks(self):
        self.f.punpckldq(xmm0, xmm1)
