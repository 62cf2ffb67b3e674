# SPDX-License-Identifier: MIT
"""One Whirlpool round on a state in four registers: register q has columns 2q and 2q + 1."""

from asmgen.a64.registers import at
from asmgen.operands import Reg

from .._spec import E_INVERSE, POLYNOMIAL, E, R
from ._columns import PAIRS

NIBBLE = 15
# tbl: row i of column j comes from row i - j (ShiftColumns)
SHIFTS = [bytes(8 * half + (i - 2 * q - half) % 8 for half in (0, 1) for i in range(8)) for q in PAIRS]


def _reduction():
    """Returns t x^8 reduced, for the 3 bits t that three doublings lose."""
    low = POLYNOMIAL & 255
    return bytes(
        (low if t & 1 else 0) ^ (low << 1 if t & 2 else 0) ^ (low << 2 if t & 4 else 0) for t in range(8)
    )


TABLES = {
    **{f"shift{q}": SHIFTS[q] for q in PAIRS},
    "e": bytes(E),
    "e_inverse": bytes(E_INVERSE),
    "r": bytes(R),
    "e_high": bytes(x << 4 for x in E),
    "reduce": _reduction() + bytes(8),
}


class Cipher:
    """tables: {name of TABLES: its register}, and "nibble": a register with 15 in each byte. spare: seven
    temporaries."""

    def __init__(self, f, tables, spare):
        self.f, self.tables, self.spare = f, tables, spare

    def _look_up(self, target, table, index, note=""):
        self.f.tbl(target.b16, self.tables[table].b16, index.b16, note=note)

    def _xor(self, target, a, b, note=""):
        self.f.eor(target.b16, a.b16, b.b16, note=note)

    def _double(self, target, a, note=""):
        self.f.add(target.b16, a.b16, a.b16, note=note)

    def shift_columns_sub_bytes(self, state):
        """Emits ShiftColumns, and SubBytes by the mini-boxes: a = E[u], b = E^-1[l], r = R[a ^ b],
        S = E[a ^ r] << 4 | E^-1[b ^ r] for the nibbles u and l."""
        for q in (0, 2):
            self._two_registers(q, state[q : q + 2])

    def _two_registers(self, first, state):
        f = self.f
        high, mixed = self.spare[:2], self.spare[2:4]
        for q, x in enumerate(state, first):
            f.tbl(x.b16, x.b16, self.tables[f"shift{q}"].b16, note="ShiftColumns")
        for x, a in zip(state, high):
            f.ushr(a.b16, x.b16, 4, note="SubBytes: u")
            f.and_(x.b16, x.b16, self.tables["nibble"].b16, note="SubBytes: l")
        for x, a in zip(state, high):
            self._look_up(a, "e", a, "a = E[u]")
            self._look_up(x, "e_inverse", x, "b = E^-1[l]")
        for x, a, r in zip(state, high, mixed):
            self._xor(r, a, x)
        for r in mixed:
            self._look_up(r, "r", r, "r = R[a ^ b]")
        for x, a, r in zip(state, high, mixed):
            self._xor(a, a, r)
            self._xor(x, x, r)
        for x, a in zip(state, high):
            self._look_up(a, "e_high", a, "E[a ^ r] << 4")
            self._look_up(x, "e_inverse", x, "E^-1[b ^ r]")
        for x, a in zip(state, high):
            f.orr(x.b16, x.b16, a.b16, note="SubBytes: S")

    def mix_rows_add_key(self, x, key):
        """Emits the multiplication of each row by the circulant matrix 1, 1, 4, 1, 8, 5, 2, 9, and the addition of
        a round key or constant. key: the registers that hold it, or the address register of its 64 bytes, which
        advances.

        With odd[q] = the row moved by one column, and d[q] = x[q] ^ odd[q-1], register q becomes

            x[q] ^ (odd[0] ^ odd[1] ^ odd[2] ^ odd[3]) ^ 2 (x[q-3] ^ 2 (d[q-1] ^ 2 d[q-2]))

        The doublings lose bits. They are collected as a number of 3 bits and reduced by one lookup.
        """
        f = self.f
        odd, (p, a, lost) = self.spare[:4], self.spare[4:]
        for q in PAIRS:
            f.ext(odd[q].b16, x[q - 1].b16, x[q].b16, 8, note="MixRows: moved by one column")
        self._xor(p, odd[0], odd[1])
        self._xor(a, odd[2], odd[3])
        self._xor(p, p, a, "sum of the odd distances")
        d = [odd[q - 1] for q in PAIRS]
        for q in PAIRS:
            self._xor(d[q], d[q], x[q], f"d[{q}]")

        def horner(q, a):
            """Computes 2 (x[q-3] ^ 2 (d[q-1] ^ 2 d[q-2])), reduced."""
            f.ushr(lost.b16, d[q - 2].b16, 5, note="lost bit 2")
            self._double(a, d[q - 2])
            self._xor(a, a, d[q - 1])
            f.sri(lost.b16, a.b16, 6, note="lost bit 1")
            self._double(a, a)
            self._xor(a, a, x[q - 3])
            f.sri(lost.b16, a.b16, 7, note="lost bit 0")
            self._double(a, a)
            self._look_up(lost, "reduce", lost)
            self._xor(a, a, lost)

        def add(q, a):
            self._xor(x[q], x[q], p)
            if isinstance(key, Reg):
                f.ldr(lost.q, at.post(key, 16))
                self._xor(x[q], x[q], lost, "round key or constant")
            else:
                self._xor(x[q], x[q], key[q], "AddRoundKey")
            self._xor(x[q], x[q], a)

        horner(3, a)  # before x[0] changes
        for q in (0, 1, 2):
            horner(q, d[q - 2])  # no other register needs this d
            add(q, d[q - 2])
        add(3, a)

    def round(self, state, key):
        """Emits a round of a state and the addition of `key`, as mix_rows_add_key takes it."""
        self.shift_columns_sub_bytes(state)
        self.mix_rows_add_key(state, key)
