# SPDX-License-Identifier: MIT
"""The vector registers of the kernels, and what they do with all of them: load tables, move between rows and
columns, a round of key and data.

The temporaries of a round are taken for both directions of the transposition: the rows are in v8 to v11, and its
indices in v28 to v31.
"""

from asmgen.a64.registers import *  # noqa: F403

from ._columns import PAIRS, transposition
from ._round import NIBBLE, TABLES, Cipher

DATA, KEY = VECTORS[0:4], VECTORS[4:8]
KEY_SPARE, DATA_SPARE = VECTORS[8:15], (v15, v16, *VECTORS[27:32])
NAMED = dict(zip(TABLES, VECTORS[17:26])) | {"nibble": v26}
ROWS, INDICES = VECTORS[8:12], VECTORS[28:32]
USED = {f"{v}": v.q for v in VECTORS}
# Instructions of a round of the key before the first of the data, and of the data after the last of the key.
AHEAD, BEHIND = 44, 32


class Whirlpool:
    """pointer: a general register that `load_tables` leaves at the indices of the transposition."""

    def __init__(self, f, pointer):
        self.f, self.pointer = f, pointer
        self.key, self.data = (Cipher(f, NAMED, spare) for spare in (KEY_SPARE, DATA_SPARE))

    def load_tables(self):
        f, names = self.f, list(TABLES)
        content = b"".join(TABLES.values()) + transposition()
        f.adr(self.pointer, f.constant("tables", content, ", ".join([*names, "tbl indices of columns"])))
        for a, b in zip(names[0:8:2], names[1:8:2]):
            f.ldp(NAMED[a].q, NAMED[b].q, at.post(self.pointer, 32))
        f.ldr(NAMED[names[8]].q, at.post(self.pointer, 16))
        f.movi(NAMED["nibble"].b16, NIBBLE)

    def columns_of(self, state, address):
        """Loads the 64 bytes at an address as columns."""
        self.f.ld1(*(v.b16 for v in ROWS), address)
        self._transpose(state, ROWS)

    def store_rows(self, base, state):
        """Stores columns as 64 bytes at the address in register `base`."""
        self._transpose(ROWS, state)
        for q in (0, 2):
            self.f.stp(ROWS[q].q, ROWS[q + 1].q, at[base + 16 * q])

    def _transpose(self, target, source):
        self.f.ld1(*(v.b16 for v in INDICES), at[self.pointer])
        for q in PAIRS:
            self.f.tbl(target[q].b16, *(s.b16 for s in source), INDICES[q].b16)

    def round(self, constants):
        """Emits a round of the key, with the constants at register `constants`, and of the data. The data wait for
        the key only at the end, so that each hides the latency of the other."""
        f = self.f
        key = f.record(self.key.round, KEY, constants)
        data = f.record(self.data.round, DATA, KEY)
        for item in key[:AHEAD]:
            f.append(item)
        f.interleave(key[AHEAD:], data[:-BEHIND])
        for item in data[-BEHIND:]:
            f.append(item)


def moved(f, name, state, base):
    """Emits ldp or stp, by its name, of a state's registers at the 64 bytes from `base` on."""
    for q in (0, 2):
        f.emit(name, (state[q].q, state[q + 1].q, at[base + 16 * q]))


def xor(f, target, a, b, note=""):
    """Emits target = a ^ b of states."""
    for t, x, y in zip(target, a, b):
        f.eor(t.b16, x.b16, y.b16, note=note)
