# SPDX-License-Identifier: MIT
"""The round by table lookups, for kernels whose eight output rows have a register each.

Row i of the output is the sum over k of table k at byte k of input row i - k, so that byte k of
input row i belongs to output row i + k. Behind the eight tables lie the first rows of the round
constants; their other rows are zero.
"""

from spec.whirlpool.tables import rows

from .._spec import ROUNDS, round_constant

ENTRY = 8  # bytes, a row
TABLE = 256 * ENTRY
CONSTANTS = 8 * TABLE  # where the round constants begin
_TABLES = rows()
CONTENT = b"".join(bytes(row) for table in _TABLES for row in table) + b"".join(
    round_constant(r) for r in range(1, ROUNDS + 1)
)
NOTE = "eight tables of rows; round constants"
