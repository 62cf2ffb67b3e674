# SPDX-License-Identifier: MIT
"""The round keys of a key in each lane, from the columns of the keys.

Column i has bit i of each byte of a key. By PC1 C is in the columns 0 to 3, D in 6 to 3, so a byte of a round
key is a linear map of four columns. A loop makes one round key in an iteration, with its matrices in a table.
"""

from asmgen.x86.registers import qword

from .._schedule import HALF, PC1, PC2, ROTATIONS
from .._spec import ROUNDS
from .._vectors import SUM
from ._maps import matrix
from ._network import BITS, BOXES, INPUTS
from ._passes import KEYS

COLUMNS = ((0, 1, 2, 3), (6, 5, 4, 3))  # of C and of D
MATRIX = 8  # bytes
MATRICES = MATRIX * len(COLUMNS[0]) * BOXES  # bytes for a round key


def _source(box, i, number):
    """Returns the column and its bit that are input i of an S-box in round key `number`, from 0."""
    half, index = divmod(PC2[INPUTS * box + i] - 1, HALF)
    byte, column = divmod(PC1[HALF * half + (index + ROTATIONS[number]) % HALF] - 1, 8)
    assert half == box // 4 and column in COLUMNS[half]
    return column, 7 - byte


def _matrices(numbers):
    """Returns the matrices of the sum of some round keys."""
    content = b""
    for box in range(BOXES):
        for column in COLUMNS[box // 4]:
            rows = [0] * 8
            for i in range(INPUTS):
                for number in numbers:
                    source, bit = _source(box, i, number)
                    rows[BITS[box][i]] ^= (source == column) << bit
            content += matrix(rows)
    return content


def _table(backwards):
    """Returns the matrices of K(1), K(16) and D(1) to D(16). backwards: those of the reversed round keys."""
    order = list(range(ROUNDS))[:: -1 if backwards else 1]
    differences = ([order[i] for i in (n - 1, n + 1) if 0 <= i < ROUNDS] for n in range(ROUNDS))
    return b"".join(_matrices(numbers) for numbers in ([order[0]], [order[-1]], *differences))


def expand(passes, columns, to, matrices, backwards, loop, label):
    """Writes KEYS round keys of 8 vectors from `to` on, and leaves `to` behind them.

    columns: registers. to, matrices: general registers; matrices is overwritten.
    """
    v = passes.v
    f, (first, *others) = v.f, passes.others[:4]
    spare = passes.spare
    table = f.constant("back_from_columns" if backwards else "from_columns", _table(backwards))
    f.lea(matrices, table)

    def one_key():
        for box in range(BOXES):
            for n, (register, column) in enumerate(zip((first, *others), COLUMNS[box // 4])):
                v.f.vpbroadcastq(spare, qword[matrices + MATRIX * (4 * box + n)])
                f.vgf2p8affineqb(register, columns[column], spare, 0)
            v.gate(first, *others[:2], SUM)
            v.op("pxor", first, first, others[2])
            v.move(v.at[to + v.size * box], first, note=f"of S{box + 1}")
        f.add(matrices, MATRICES)
        f.add(to, v.size * BOXES)

    loop(label, KEYS, one_key)
