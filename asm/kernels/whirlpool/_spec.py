# SPDX-License-Identifier: MIT
"""Sizes for the Whirlpool kernels. The constants are those of spec.whirlpool."""

from spec.whirlpool import (  # noqa: F401 (the kernels import them from here)
    CIRCULANT,
    E_INVERSE,
    POLYNOMIAL,
    ROUNDS,
    SBOX,
    E,
    R,
    multiply,
    round_constant,
)

BLOCK = 64  # bytes, of a block, a chaining value and a digest
# The last block of each hash of HMAC, after the key's block and the digest: a 1 bit, zeros, the length in
# bits.
PADDING = b"\x80" + bytes(61) + (8 * 2 * BLOCK).to_bytes(2, "big")
