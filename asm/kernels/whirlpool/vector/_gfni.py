# SPDX-License-Identifier: MIT
"""The Whirlpool round on a state in one zmm register, with byte permutations (AVX-512 VBMI) and affine
maps (GFNI). The rows of the state have the order of memory."""

from asmgen.x86.registers import zmmword

from .._spec import BLOCK, ROUNDS, SBOX, multiply, round_constant
from ._matrix import matrix

ISA = ("avx512f", "avx512vbmi", "gfni")
CHOOSE, SUM = 0xCA, 0x96  # vpternlogq tables: a ? b : c; a ^ b ^ c


class Cipher:
    """quarters: registers for quarters 0 and 2 of the S-box; shift: register for the permutation of
    ShiftColumns; spare: five temporaries. The rounds of all states share the temporaries: the CPU's
    register renaming lets them overlap."""

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
        product = self._constant(f"times{number}", matrix(lambda x: multiply(x, number)) * 8)
        self.f.vgf2p8affineqb(d, a, product, 0, note=f"MixRows: {number}a")

    def _rotate(self, d, a, columns):
        """Moves each byte `columns` columns on within its row."""
        self.f.vprolq(d, a, 8 * columns, note="MixRows: M" + (f"^{columns}" if columns > 1 else ""))

    def load(self):
        """Loads the registers that all rounds use."""
        down = bytes(8 * ((i - j) % 8) + j for i in range(8) for j in range(8))
        self.f.vmovdqu64(self.shift, self._constant("shift_columns", down))
        self.f.vmovdqu64(self.first, self._quarter(0))
        self.f.vmovdqu64(self.third, self._quarter(2))

    def round(self, a, key):
        """Emits a round of the state in register a. key: the round key or round constant, a register
        or memory.

        MixRows multiplies each row by the circulant matrix 1, 1, 4, 1, 8, 5, 2, 9. Let M^k rotate
        rows by k columns. The sum is evaluated as a tree of rotations by 1, 2 and 4:

            (a + M a + M^2 (4a + M a)) + M^4 (8a + M 5a + M^2 (2a + M 9a))
        """
        f, (x, y, z, u, v) = self.f, self.spare
        top = self._constant("top_bit", matrix(lambda b: 0xFF * (b >> 7)) * 8)
        f.vpermb(x, self.shift, a, note="ShiftColumns")
        f.vgf2p8affineqb(a, x, top, 0, note="SubBytes: top bit in all bits")
        f.vmovdqu64(y, x)  # vpermi2b overwrites its index
        f.vpermi2b(x, self.first, self._quarter(1), note="SubBytes: low half of the S-box")
        f.vpermi2b(y, self.third, self._quarter(3), note="SubBytes: high half")
        f.vpternlogq(a, y, x, CHOOSE, note="SubBytes: choose by the top bit")
        self._times(x, a, 9)
        self._times(z, a, 2)
        self._times(y, a, 5)
        self._times(u, a, 8)
        self._rotate(x, x, 1)
        f.vpxorq(x, x, z, note="MixRows: 2a + M 9a")
        self._times(v, a, 4)
        self._rotate(z, a, 1)
        self._rotate(y, y, 1)
        self._rotate(x, x, 2)
        f.vpternlogq(y, u, x, SUM, note="MixRows: 8a + M 5a + M^2 (2a + M 9a)")
        f.vpxorq(v, v, z, note="MixRows: 4a + M a")
        self._rotate(v, v, 2)
        self._rotate(y, y, 4)
        f.vpternlogq(a, z, v, SUM, note="MixRows: a + M a + M^2 (4a + M a)")
        f.vpternlogq(a, y, key, SUM, note="MixRows: + M^4 of the rest; AddRoundKey")
