# SPDX-License-Identifier: MIT
"""The passes of 16 rounds over 64 blocks in registers, and the conversions before and after them."""

from .._spec import ROUNDS
from .._transpose import GROUP, reunite_bytes, separate_bytes
from .._vectors import SUM
from . import _form
from ._network import BOXES
from ._rounds import LOADED, TEMPORARIES, load_tables, round_

BLOCKS = 64  # bytes of a vector: one of each block
LAST, DIFFERENCES = 1, 2  # where K(16) and D(1) to D(16) are among the round keys of a pass. K(1) is first
KEYS = DIFFERENCES + ROUNDS


class Passes:
    """The roles of the vector registers. halves: E of L and R. In the conversions columns, spare and others
    take the place of temporaries and tables."""

    def __init__(self, v):
        self.v = v
        z = v.registers
        self.halves = [z[:BOXES], z[BOXES : 2 * BOXES]]
        self.temporaries, self.tables = z[16 : 16 + TEMPORARIES], z[16 + TEMPORARIES :]
        assert len(self.tables) == LOADED
        self.columns = z[16 : 16 + GROUP]
        self.spare, self.unit, *self.others = z[16 + GROUP : -1]  # the last one is for swaps

    def load_tables(self):
        load_tables(self.v, self.tables)

    def sum(self, registers, other):
        """Emits the first of one or two registers ^= all of them and another register or memory."""
        if len(registers) == 1:
            self.v.op("pxor", registers[0], registers[0], other, note="^= K")
        else:
            self.v.gate(*registers, other, SUM, note="x(i+1) = x(i-1) ^ E(P(S(x(i)))) ^ D(i)")

    # -- conversions -----------------------------------------------------------------------------
    def load_columns(self, source, loaded=None):
        """Emits columns := the 64 blocks from `source` on. loaded(i, register): emits what else is done with
        a vector of blocks."""
        v = self.v
        v.f.phase("blocks to columns: the bits of each block transposed, then its bytes")
        _form.transposer(v, self.unit)
        for i, register in enumerate(self.columns):
            address = v.at[source + v.size * i]
            if loaded:
                v.move_unaligned(register, address)
                loaded(i, register)
            _form.transpose(v, register, self.unit, register if loaded else address, note=f"vector {i}")
        self.columns = separate_bytes(v, self.columns, self.spare)

    def looked_up(self, half, box, to):
        """Emits to := the byte of E of a half of the loaded blocks for an S-box."""
        _form.HALVES[half].emit(self.v, box, to, self.columns, (self.spare, self.unit))

    def blocks(self):
        """Emits the conversion of preoutput, R16 and L16, to blocks. Returns their registers."""
        v = self.v
        left, right = self.halves
        v.f.phase("columns of R16 and L16, then blocks")
        for column, register in enumerate(self.columns):
            _form.COLUMNS.emit(v, column, register, [*right, *left], (self.spare, self.unit))
        blocks = reunite_bytes(v, self.columns, self.spare)
        _form.transposer(v, self.unit)
        for i, register in enumerate(blocks):
            _form.transpose(v, register, self.unit, register, note=f"vector {i}")
        return blocks

    # -- rounds ----------------------------------------------------------------------------------
    def add_first(self, half, add_key):
        """Emits the sum of R0 and K(1). add_key: see `passes`."""
        self._add(half, 0, add_key, "K(1)")

    def _add(self, half, at, add_key, name):
        self.v.f.phase(f"add {name}")
        for box, register in enumerate(half):
            add_key(at, box, [register], self.temporaries[box])

    def passes(self, count, key, size, loop, add_key):
        """Emits one or three passes. K(1) of the first one is in the state already.

        key: a register with the address of the round keys, KEYS of `size` bytes for each pass. loop(label,
        count, body): emits a loop. add_key(at, box, registers, spare): emits the sum of one or two registers
        and the key of an S-box, `at` bytes from `key`, in the first register.
        """
        f = self.v.f
        left, right = self.halves
        for number in range(count):
            if number:
                self._add(right, 0, add_key, "K(1)")
            f.add(key, DIFFERENCES * size)

            def two_rounds(left=left, right=right):
                for i, (a, b) in enumerate(((left, right), (right, left))):
                    f.phase("a round", round=i + 1, step=2, times=ROUNDS // 2)

                    def add(box, register, total, spare, at=i * size):
                        add_key(at, box, [register, total], spare)

                    round_(self.v, a, b, self.tables, self.temporaries, add)
                f.add(key, 2 * size)

            loop(f"rounds_{number + 1}", ROUNDS // 2, two_rounds)
            self._add(left, (LAST - KEYS) * size, add_key, "K(16), which takes it off")
            left, right = right, left
