# SPDX-License-Identifier: MIT
"""The constants of Whirlpool, read from whirlpool_spec.h, and its S-box (ISO/IEC 10118-3, clause 13)."""

from ..c_source import array, define, read

_TEXT = read("whirlpool/whirlpool_spec.h")
E = array(_TEXT, "whirlpool_spec_E", 16)
R = array(_TEXT, "whirlpool_spec_R", 16)
E_INVERSE = [E.index(i) for i in range(16)]
CIRCULANT = array(_TEXT, "whirlpool_spec_circulant", 8)
POLYNOMIAL = define(_TEXT, "WHIRLPOOL_POLYNOMIAL")
ROUNDS = define(_TEXT, "WHIRLPOOL_ROUNDS")


def _sbox():
    """Composes the 256 bytes of the S-box from its mini-boxes."""
    table = []
    for x in range(256):
        upper, lower = E[x >> 4], E_INVERSE[x & 15]
        r = R[upper ^ lower]
        table.append(E[upper ^ r] << 4 | E_INVERSE[lower ^ r])
    return table


SBOX = _sbox()


def round_constant(number):
    """Returns row 0 of the constant of round `number`, from 1: eight bytes. The other rows are 0."""
    return bytes(SBOX[8 * (number - 1) : 8 * number])


def multiply(x, y):
    """Returns the product of two elements of GF(2**8)."""
    product = 0
    while y:
        if y & 1:
            product ^= x
        x <<= 1
        if x & 0x100:
            x ^= POLYNOMIAL
        y >>= 1
    return product
