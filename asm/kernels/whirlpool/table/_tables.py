# SPDX-License-Identifier: MIT
"""The tables of a round: SubBytes, ShiftColumns and MixRows in one lookup per byte.

Row i of the output is the sum over k of table k at byte k of input row i - k. Byte k of input row i
is thus added to output row i + k. The first rows of the round constants follow the eight tables. The
other rows of the constants are zero.
"""

from spec.whirlpool.tables import rows

from .._spec import ROUNDS, round_constant

ENTRY = 8  # bytes of an entry, which is a row
TABLE = 256 * ENTRY
CONSTANTS = 8 * TABLE  # where the round constants begin
_TABLES = rows()
CONTENT = b"".join(bytes(row) for table in _TABLES for row in table) + b"".join(
    round_constant(r) for r in range(1, ROUNDS + 1)
)
NOTE = "eight tables of rows; round constants"
