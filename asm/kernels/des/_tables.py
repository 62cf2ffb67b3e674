# SPDX-License-Identifier: MIT
"""The combined tables of S and P, as bytes."""

import struct

from spec.des.tables import combined

BOX = 256  # bytes of one S-box's 64 words
SP = b"".join(struct.pack("<64I", *words) for words in combined())
