# SPDX-License-Identifier: MIT
"""Whirlpool on states in zmm registers, row after row as in memory: what the kernels with AVX-512
byte permutations and GFNI's affine maps share."""

from asmgen.registers import zmmword

from .._spec import BLOCK, ROUNDS, SBOX, multiply, round_constant

ISA = ("avx512f", "avx512vbmi", "gfni")
CHOOSE, SUM = 0xCA, 0x96  # vpternlogq: b or c as a says; a ^ b ^ c


def _matrix(image):
    """The 8 x 8 bit matrix of a linear map in each quadword, row 7 first."""
    rows = [sum((image(1 << j) >> i & 1) << j for j in range(8)) for i in range(8)]
    return bytes(rows[::-1]) * 8


class Cipher:
    """quarters: registers for two quarters of the S-box, and one for ShiftColumns; spare: five
    temporaries, which all rounds share, so that what keeps two states apart is renaming alone."""

    def __init__(self, f, quarters, shift, spare):
        self.f, self.shift, self.spare = f, shift, spare
        self.first, self.third = quarters
        self.constants = f.constant(
            "rc", b"".join(round_constant(number).ljust(BLOCK, b"\0") for number in range(1, ROUNDS + 1))
        )

    def _constant(self, name, content):
        return zmmword[self.f.constant(name, content)]

    def _quarter(self, number):
        return self._constant(f"sbox{number}", bytes(SBOX[64 * number : 64 * number + 64]))

    def _times(self, d, a, number):
        self.f.vgf2p8affineqb(
            d, a, self._constant(f"times{number}", _matrix(lambda x: multiply(x, number))), 0
        )

    def _turn(self, d, a, columns):
        self.f.vprolq(d, a, 8 * columns)

    def load(self):
        down = bytes(8 * ((i - j) % 8) + j for i in range(8) for j in range(8))
        self.f.vmovdqu64(self.shift, self._constant("shift_columns", down))
        self.f.vmovdqu64(self.first, self._quarter(0))
        self.f.vmovdqu64(self.third, self._quarter(2))

    def round(self, a, key):
        """Of the state in register a; key: the register or memory that is added."""
        f, (x, y, z, u, v) = self.f, self.spare
        top = self._constant("top_bit", _matrix(lambda b: 0xFF * (b >> 7)))
        f.vpermb(x, self.shift, a)
        f.vgf2p8affineqb(a, x, top, 0)
        f.vmovdqu64(y, x)
        f.vpermi2b(x, self.first, self._quarter(1))
        f.vpermi2b(y, self.third, self._quarter(3))
        f.vpternlogq(a, y, x, CHOOSE)
        # (a + turn 1 + turn 2 (4a + turn 1)) + turn 4 (8a + 5a turn 1 + turn 2 (2a + 9a turn 1))
        self._times(x, a, 9)
        self._times(z, a, 2)
        self._times(y, a, 5)
        self._times(u, a, 8)
        self._turn(x, x, 1)
        f.vpxorq(x, x, z)
        self._times(v, a, 4)
        self._turn(z, a, 1)
        self._turn(y, y, 1)
        self._turn(x, x, 2)
        f.vpternlogq(y, u, x, SUM)
        f.vpxorq(v, v, z)
        self._turn(v, v, 2)
        self._turn(y, y, 4)
        f.vpternlogq(a, z, v, SUM)
        f.vpternlogq(a, y, key, SUM)
