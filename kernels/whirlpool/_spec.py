# SPDX-License-Identifier: MIT
"""Whirlpool's constants for the kernels, out of src/whirlpool/whirlpool_spec.h by the functions that
derive the library's tables (ISO/IEC 10118-3 clause 13)."""

import os
import sys

_SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "whirlpool")
sys.path.append(_SOURCES)

import derive_tables  # noqa: E402

BLOCK = 64  # bytes, of a block, a chaining value and a digest
# What follows a block of HMAC's key and a digest: the bit 1, zeros, the number of bits.
PADDING = b"\x80" + bytes(61) + (8 * 2 * BLOCK).to_bytes(2, "big")
E, R, CIRCULANT, POLYNOMIAL, ROUNDS = derive_tables.read_spec(os.path.join(_SOURCES, "whirlpool_spec.h"))
E_INVERSE = [E.index(i) for i in range(16)]
SBOX = derive_tables.sbox(E, R)
multiply = derive_tables.multiply


def round_constant(number):
    """The first row of the constant of round `number`, from 1: eight bytes; the others are 0."""
    return bytes(SBOX[8 * (number - 1) : 8 * number])
